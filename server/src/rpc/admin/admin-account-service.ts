import type { AdminRole } from "@svc/proto/svc/admin/v1/admin_pb";
import type { App } from "../../app.ts";
import { acceptInvite } from "../../domain/admins/accept-invite.ts";
import { adminDeviceToken } from "../../domain/admins/admin-device.ts";
import { changeAdminPassword } from "../../domain/admins/change-admin-password.ts";
import { inspectInvite } from "../../domain/admins/inspect-invite.ts";
import { inviteAdmin } from "../../domain/admins/invite-admin.ts";
import { listAdmins, rolesOf, withRoles } from "../../domain/admins/list-admins.ts";
import {
  createPersonalAccessToken,
  listPersonalAccessTokens,
  revokePersonalAccessToken,
  revokeTokenWithChildren,
} from "../../domain/admins/personal-access-tokens.ts";
import { removeAdmin } from "../../domain/admins/remove-admin.ts";
import type { Role } from "../../domain/admins/rights.ts";
import { setAdminRole } from "../../domain/admins/set-admin-role.ts";
import { adminActor, deviceOf } from "../context.ts";
import { newAdminCookie, newAdminDeviceCookie } from "../guards/admin-cookie.ts";
import type { AdminAccountHandlers } from "../methods/admin-accounts.ts";
import {
  decodeRole,
  encodeAdmin,
  encodeGrant,
  encodeInvite,
  encodePersonalAccessToken,
} from "./encode-admin.ts";

export function adminAccountService(app: App): AdminAccountHandlers {
  return {
    async listAdmins() {
      const { admins, invites } = await listAdmins(app);
      return {
        admins: admins.map((admin) => {
          const { roles, hasSecondFactor } = admin;
          return { ...encodeAdmin(admin, roles), hasSecondFactor };
        }),
        invites: invites.map(encodeInvite),
      };
    },

    async inviteAdmin({ email, roles: asked }, context) {
      const roles = asked.map(({ project, role }) => ({ project, role: requireGivenRole(role) }));
      const { acceptLanguage } = context;
      const input = { email, roles, acceptLanguage };
      const invite = await inviteAdmin(app, context.admin, input, adminActor(context));
      return { invite: encodeInvite(await withRoles(app, invite)) };
    },

    async inspectInvite({ token }) {
      const { email, invitedBy, roles } = await inspectInvite(app, token);
      return { email, invitedBy, roles: roles.map(encodeGrant) };
    },

    async acceptInvite(request, { clientIp }) {
      const admin = await acceptInvite(app, request, clientIp);
      return { admin: encodeAdmin(admin, await rolesOf(app, admin.id)) };
    },

    async removeAdmin(request, context) {
      await removeAdmin(app, context.admin, request, adminActor(context));
      return {};
    },

    async setAdminRole({ adminId, project, role }, context) {
      const input = { adminId, project, role: decodeRole(role) };
      const admin = await setAdminRole(app, input, adminActor(context));
      return { admin: encodeAdmin(admin, await rolesOf(app, admin.id)) };
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

/** An invitation brings roles; it takes none away. */
function requireGivenRole(role: AdminRole): Role | undefined {
  const decoded = decodeRole(role);
  return decoded === "none" ? undefined : decoded;
}
