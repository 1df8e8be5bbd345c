import type { App } from "../../app.ts";
import { acceptInvite } from "../../domain/admins/accept-invite.ts";
import { adminDeviceToken } from "../../domain/admins/admin-device.ts";
import { changeAdminPassword } from "../../domain/admins/change-admin-password.ts";
import { inviteAdmin } from "../../domain/admins/invite-admin.ts";
import { listAdmins } from "../../domain/admins/list-admins.ts";
import {
  createPersonalAccessToken,
  listPersonalAccessTokens,
  revokePersonalAccessToken,
  revokeTokenWithChildren,
} from "../../domain/admins/personal-access-tokens.ts";
import { removeAdmin } from "../../domain/admins/remove-admin.ts";
import { adminActor, deviceOf } from "../context.ts";
import { newAdminCookie, newAdminDeviceCookie } from "../guards/admin-cookie.ts";
import type { AdminAccountHandlers } from "../methods/admin-accounts.ts";
import { encodeAdmin, encodeInvite, encodePersonalAccessToken } from "./encode-admin.ts";

export function adminAccountService(app: App): AdminAccountHandlers {
  return {
    async listAdmins() {
      const { admins, invites } = await listAdmins(app);
      return { admins: admins.map(encodeAdmin), invites: invites.map(encodeInvite) };
    },

    async inviteAdmin({ email }, context) {
      const invite = await inviteAdmin(app, context.admin, email, adminActor(context));
      return { invite: encodeInvite(invite) };
    },

    async acceptInvite(request, { clientIp }) {
      return { admin: encodeAdmin(await acceptInvite(app, request, clientIp)) };
    },

    async removeAdmin(request, context) {
      await removeAdmin(app, context.admin, request, adminActor(context));
      return {};
    },

    async changePassword(request, context) {
      const { admin: before, adminSession } = context;
      const device = deviceOf(context);
      const { admin, token } = await changeAdminPassword(app, before, adminSession, request, device);
      if (token !== undefined) {
        context.responseHeaders["set-cookie"] = [
          newAdminCookie(app, token),
          newAdminDeviceCookie(app, adminDeviceToken(app, admin)),
        ];
      }
      return {};
    },

    async createPersonalAccessToken(request, context) {
      const by = adminActor(context);
      const { token, row } = await createPersonalAccessToken(app, context.admin, request, by);
      return { token, personalAccessToken: encodePersonalAccessToken(row) };
    },

    async listPersonalAccessTokens(_request, { admin }) {
      const tokens = await listPersonalAccessTokens(app, admin);
      return { personalAccessTokens: tokens.map(encodePersonalAccessToken) };
    },

    async revokePersonalAccessToken({ id, withChildren }, context) {
      const [admin, by] = [context.admin, adminActor(context)];
      if (withChildren) return { revoked: (await revokeTokenWithChildren(app, admin, id, by)).length };
      await revokePersonalAccessToken(app, admin, id, by);
      return { revoked: 1 };
    },
  };
}
