import type { App } from "../../app.ts";
import { startAdminPasskeyProof } from "../../domain/admins/admin-passkey-proof.ts";
import { grantsOfRights, rolesOf } from "../../domain/admins/list-admins.ts";
import { signInAdmin } from "../../domain/admins/sign-in-admin.ts";
import { signInAdminWithPasskey } from "../../domain/admins/sign-in-admin-with-passkey.ts";
import { signOutAdmin } from "../../domain/admins/sign-out-admin.ts";
import { deviceOf } from "../context.ts";
import { clearedAdminCookie } from "../guards/admin-cookie.ts";
import type { AdminSessionHandlers } from "../methods/admin-accounts.ts";
import { admitted } from "./admitted-admin.ts";
import { encodeAdmin, encodeGrant, optionalTime } from "./encode-admin.ts";
import { ownPasskeyHandlers } from "./own-passkey-handlers.ts";
import { ownSessionHandlers } from "./own-session-handlers.ts";

export function sessionService(app: App): AdminSessionHandlers {
  return {
    async login(request, context) {
      return admitted(app, context, await signInAdmin(app, request, deviceOf(context), context.adminCookie));
    },

    startPasskeyLogin() {
      return { optionsJson: startAdminPasskeyProof(app) };
    },

    async loginWithPasskey({ credentialJson }, context) {
      const device = deviceOf(context);
      const signedIn = await signInAdminWithPasskey(app, credentialJson, device, context.adminCookie);
      return admitted(app, context, signedIn);
    },

    async logout(_request, context) {
      await signOutAdmin(app, context.adminCookie, context.clientIp);
      context.responseHeaders["set-cookie"] = clearedAdminCookie(app);
      return {};
    },

    async getCurrentAdmin(_request, { admin, adminSession, adminCredential: { rights } }) {
      const roles = await grantsOfRights(app, rights);
      return {
        // A token that is limited to projects learns nothing of others.
        admin: encodeAdmin(admin, rights.limits?.projectIds ? roles : await rolesOf(app, admin.id)),
        roles: roles.map(encodeGrant),
        readOnly: rights.limits?.isReadOnly ?? false,
        ...optionalTime("sessionExpiresAt", adminSession?.endsAt),
      };
    },

    ...ownSessionHandlers(app),
    ...ownPasskeyHandlers(app),
  };
}
