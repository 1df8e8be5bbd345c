import { acceptInvite } from "../../src/domain/admins/accept-invite.ts";
import { changeAdminPassword } from "../../src/domain/admins/change-admin-password.ts";
import { createAdmin } from "../../src/domain/admins/create-admin.ts";
import { inviteAdmin } from "../../src/domain/admins/invite-admin.ts";
import {
  createPersonalAccessToken,
  revokePersonalAccessToken,
} from "../../src/domain/admins/personal-access-tokens.ts";
import { removeAdmin } from "../../src/domain/admins/remove-admin.ts";
import { signInAdmin } from "../../src/domain/admins/sign-in-admin.ts";
import { signOutAdmin } from "../../src/domain/admins/sign-out-admin.ts";
import { asAdmin, asColleague, byAdmin, DEVICE, IP } from "./callers.ts";
import type { UseCase } from "./use-case.ts";
import { newPasswordOf } from "./world.ts";

export const adminUseCases: readonly UseCase[] = [
  {
    name: "admin Login",
    about: "admin",
    async run(app, { admin }) {
      const { token } = await signInAdmin(
        app,
        { email: admin.email, password: admin.password },
        DEVICE,
        undefined,
      );
      return { adminToken: token };
    },
    acknowledges: {
      opensAdminSessionWith: "password",
      events: ["admin.logged_in"],
      refusalMayWrite: ["admin.login_failed"],
    },
  },
  {
    name: "admin Logout",
    about: "admin",
    async run(app, { admin }) {
      await signOutAdmin(app, admin.sessionToken, IP);
      return undefined;
    },
    acknowledges: { endsAdminSession: true, mayWrite: ["admin.logged_out"] },
  },
  {
    name: "admin ChangePassword",
    about: "admin",
    async run(app, world, side) {
      const { admin, session } = await asAdmin(app, world);
      const input = { currentPassword: world.admin.password, newPassword: newPasswordOf(side) };
      await changeAdminPassword(app, admin, session, input, DEVICE);
      return undefined;
    },
    acknowledges: {
      setsAdminPassword: true,
      endsAdminCredentials: ["password"],
      endsAdminSessions: true,
      events: ["admin.password_changed"],
    },
  },
  {
    name: "svc admin create (new password)",
    about: "admin",
    async run(app, { admin }, side) {
      await createAdmin(app, { email: admin.email, password: newPasswordOf(side) });
      return undefined;
    },
    acknowledges: {
      setsAdminPassword: true,
      endsAdminCredentials: ["password", "passkey"],
      endsAdminSessions: true,
      mayWrite: ["admin.password_reset", "admin.created", "admin.factors_reset"],
    },
  },
  {
    name: "InviteAdmin",
    about: "admin",
    async run(app, world) {
      const caller = await asAdmin(app, world);
      await inviteAdmin(app, caller.admin, { email: world.admin.invite.email, roles: [] }, byAdmin(caller));
      return undefined;
    },
    acknowledges: { provenByAdminSession: "admin", events: ["admin.invited"] },
  },
  {
    name: "AcceptInvite",
    about: "admin",
    async run(app, { admin }, side) {
      await acceptInvite(app, { token: admin.invite.link, password: newPasswordOf(side) }, IP);
      return undefined;
    },
    acknowledges: { consumes: "invite_admin", events: ["admin.joined"] },
  },
  {
    name: "RemoveAdmin",
    about: "admin",
    async run(app, world) {
      const caller = await asColleague(app, world);
      await removeAdmin(app, caller.admin, { adminId: world.admin.id, inviteId: "" }, byAdmin(caller));
      return undefined;
    },
    acknowledges: {
      provenByAdminSession: "colleague",
      removesAdmin: "admin",
      endsAdminCredentials: ["password", "passkey"],
      endsAdminSessions: true,
      revokesTokenTree: true,
      events: ["admin.removed"],
    },
  },
  {
    name: "RemoveAdmin (the colleague)",
    about: "admin",
    async run(app, world) {
      const caller = await asAdmin(app, world);
      await removeAdmin(
        app,
        caller.admin,
        { adminId: world.admin.colleague.id, inviteId: "" },
        byAdmin(caller),
      );
      return undefined;
    },
    acknowledges: {
      provenByAdminSession: "admin",
      removesAdmin: "colleague",
      events: ["admin.removed"],
    },
  },
  {
    name: "RemoveAdmin (withdraw the invitation)",
    about: "admin",
    async run(app, world) {
      const caller = await asColleague(app, world);
      await removeAdmin(app, caller.admin, { adminId: "", inviteId: world.admin.invite.id }, byAdmin(caller));
      return undefined;
    },
    acknowledges: { provenByAdminSession: "colleague", events: ["admin.invite_withdrawn"] },
  },
  {
    name: "CreatePersonalAccessToken",
    about: "admin",
    async run(app, world) {
      const caller = await asAdmin(app, world);
      await createPersonalAccessToken(
        app,
        caller.admin,
        { name: "another", expiresInDays: 1 },
        byAdmin(caller),
      );
      return undefined;
    },
    acknowledges: { provenByAdminSession: "admin", events: ["admin.token_created"] },
  },
  {
    name: "RevokePersonalAccessToken",
    about: "admin",
    async run(app, world) {
      const caller = await asAdmin(app, world);
      await revokePersonalAccessToken(app, caller.admin, world.admin.tokenId, byAdmin(caller));
      return undefined;
    },
    acknowledges: { events: ["admin.token_revoked"] },
  },
];
