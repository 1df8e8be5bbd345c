import type { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
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
import { adminActor, deviceOf, requireAdmin } from "../context.ts";
import { newAdminCookie, newAdminDeviceCookie } from "../guards/admin-cookie.ts";
import type { Handlers } from "../route.ts";
import { encodeAdmin, encodeInvite, encodePersonalAccessToken } from "./encode-admin.ts";

export function adminAccountService(app: App): Handlers<typeof AdminAccountService> {
  return {
    async listAdmins() {
      const { admins, invites } = await listAdmins(app);
      return { admins: admins.map(encodeAdmin), invites: invites.map(encodeInvite) };
    },

    async inviteAdmin({ email }, context) {
      const invite = await inviteAdmin(app, requireAdmin(context), email, adminActor(context));
      return { invite: encodeInvite(invite) };
    },

    async acceptInvite(request, context) {
      return { admin: encodeAdmin(await acceptInvite(app, request, context.clientIp)) };
    },

    async removeAdmin(request, context) {
      await removeAdmin(app, requireAdmin(context), request, adminActor(context));
      return {};
    },

    async changePassword(request, context) {
      const { adminSession } = context;
      const before = requireAdmin(context);
      const { admin, token } = await changeAdminPassword(
        app,
        before,
        adminSession,
        request,
        deviceOf(context),
      );
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
      const { token, row } = await createPersonalAccessToken(app, requireAdmin(context), request, by);
      return { token, personalAccessToken: encodePersonalAccessToken(row) };
    },

    async listPersonalAccessTokens(_request, context) {
      const tokens = await listPersonalAccessTokens(app, requireAdmin(context));
      return { personalAccessTokens: tokens.map(encodePersonalAccessToken) };
    },

    async revokePersonalAccessToken({ id, withChildren }, context) {
      const [admin, by] = [requireAdmin(context), adminActor(context)];
      if (withChildren) return { revoked: (await revokeTokenWithChildren(app, admin, id, by)).length };
      await revokePersonalAccessToken(app, admin, id, by);
      return { revoked: 1 };
    },
  };
}
