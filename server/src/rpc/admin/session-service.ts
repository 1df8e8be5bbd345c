import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { App } from "../../app.ts";
import { adminDeviceToken } from "../../domain/admins/admin-device.ts";
import { grantsOfRights, rolesOf } from "../../domain/admins/list-admins.ts";
import { signInAdmin } from "../../domain/admins/sign-in-admin.ts";
import { signOutAdmin } from "../../domain/admins/sign-out-admin.ts";
import { deviceOf } from "../context.ts";
import { clearedAdminCookie, newAdminCookie, newAdminDeviceCookie } from "../guards/admin-cookie.ts";
import type { AdminSessionHandlers } from "../methods/admin-accounts.ts";
import { encodeAdmin, encodeGrant, optionalTime } from "./encode-admin.ts";
import { ownSessionHandlers } from "./own-session-handlers.ts";

export function sessionService(app: App): AdminSessionHandlers {
  return {
    async login(request, context) {
      const { admin, token, endsAt } = await signInAdmin(
        app,
        request,
        deviceOf(context),
        context.adminCookie,
      );
      const deviceToken = adminDeviceToken(app, admin, context.knownDevice);
      context.responseHeaders["set-cookie"] = [
        newAdminCookie(app, token),
        newAdminDeviceCookie(app, deviceToken),
      ];
      const roles = await rolesOf(app, admin.id);
      return { admin: encodeAdmin(admin, roles), sessionExpiresAt: timestampFromMs(endsAt) };
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
  };
}
