import { importUsers } from "../../src/domain/user-transfer/import-users.ts";
import { createUser } from "../../src/domain/users/create-user.ts";
import { deleteUser } from "../../src/domain/users/delete-user.ts";
import { disableUser, enableUser } from "../../src/domain/users/disable-user.ts";
import { revokeUserSession } from "../../src/domain/users/revoke-user-session.ts";
import { revokeUserSessions } from "../../src/domain/users/revoke-user-sessions.ts";
import { sendPasswordReset } from "../../src/domain/users/send-password-reset.ts";
import { unlinkUserIdentity } from "../../src/domain/users/unlink-user-identity.ts";
import { updateUser } from "../../src/domain/users/update-user.ts";
import { OF_A_NEW_PASSWORD } from "./account-use-cases.ts";
import { asBackend } from "./callers.ts";
import { idle, type UseCase } from "./use-case.ts";
import { addressOf, newPasswordOf } from "./world.ts";

const everyPurpose = [...OF_A_NEW_PASSWORD, "verify_email"];

export const backendUseCases: readonly UseCase[] = [
  {
    name: "CreateUser (the address that is asked for)",
    about: "person",
    async run(app, world, side) {
      const input = {
        email: world.person.newEmail,
        password: newPasswordOf(side),
        displayName: "",
        locale: "",
        emailVerified: false,
        invite: false,
      };
      await createUser(app, await asBackend(app, world), input);
      return undefined;
    },
    acknowledges: { events: ["user.created"] },
  },
  {
    name: "UpdateUser (password)",
    about: "person",
    needs: { kind: "member" },
    async run(app, world, side) {
      await updateUser(app, await asBackend(app, world), world.person.id, { password: newPasswordOf(side) });
      return undefined;
    },
    acknowledges: {
      setsPassword: true,
      endsCredentials: ["password"],
      endsSessions: "all",
      voids: OF_A_NEW_PASSWORD,
      events: ["user.password_changed"],
    },
  },
  {
    name: "UpdateUser (email)",
    about: "person",
    needs: { kind: "member" },
    async run(app, world, side) {
      const email = addressOf(world, side);
      await updateUser(app, await asBackend(app, world), world.person.id, { email });
      return undefined;
    },
    acknowledges: {
      setsAddress: "its own",
      voids: everyPurpose,
      events: ["user.email_changed"],
    },
  },
  {
    name: "UpdateUser (claims)",
    about: "person",
    async run(app, world, side) {
      const customClaims = { role: side };
      await updateUser(app, await asBackend(app, world), world.person.id, { customClaims });
      return undefined;
    },
    acknowledges: {
      events: ["user.claims_changed"],
    },
  },
  {
    name: "UpdateUser (email_verified)",
    about: "person",
    needs: { kind: "member", address: "unverified" },
    async run(app, world) {
      await updateUser(app, await asBackend(app, world), world.person.id, { emailVerified: true });
      return undefined;
    },
    acknowledges: {
      proves: ["any"],
      mayWrite: ["user.email_verified"],
    },
  },
  {
    name: "DisableUser",
    about: "person",
    needs: { disabled: false },
    async run(app, world) {
      await disableUser(app, await asBackend(app, world), world.person.id);
      return undefined;
    },
    acknowledges: {
      disables: true,
      endsCredentials: ["password", "google", "apple", "passkey"],
      endsSessions: "all",
      voids: everyPurpose,
      mayWrite: ["user.disabled"],
    },
  },
  {
    name: "EnableUser",
    about: "person",
    needs: { disabled: true },
    async run(app, world) {
      await enableUser(app, await asBackend(app, world), world.person.id);
      return undefined;
    },
    acknowledges: { enables: true, mayWrite: ["user.enabled"] },
  },
  {
    name: "DeleteUser",
    about: "person",
    async run(app, world) {
      await deleteUser(app, await asBackend(app, world), world.person.id);
      return undefined;
    },
    acknowledges: { erases: true, events: ["user.deleted"] },
  },
  {
    name: "RevokeUserSessions",
    about: "person",
    async run(app, world) {
      await revokeUserSessions(app, await asBackend(app, world), world.person.id);
      return undefined;
    },
    acknowledges: {
      endsSessions: "all",
      voids: ["change_email", "delete_account"],
      events: ["user.sessions_revoked"],
    },
  },
  {
    name: "RevokeUserSession",
    about: "person",
    async run(app, world) {
      const scope = await asBackend(app, world);
      const wasOpen = await revokeUserSession(app, scope, world.person.id, world.person.sessions[0].id);
      return wasOpen ? undefined : idle;
    },
    acknowledges: { endsSessions: "first", events: ["user.sessions_revoked"] },
  },
  {
    name: "SendPasswordReset",
    about: "person",
    needs: { kind: "member" },
    async run(app, world) {
      await sendPasswordReset(app, await asBackend(app, world), world.person.id);
      return undefined;
    },
    acknowledges: { queues: ["reset_password"], events: ["user.password_reset_sent"] },
  },
  {
    name: "UnlinkIdentity (Google, by an administrator)",
    about: "person",
    needs: { kind: "member", google: true },
    async run(app, world) {
      await unlinkUserIdentity(app, await asBackend(app, world), world.person.id, "google");
      return undefined;
    },
    acknowledges: { endsCredentials: ["google"], endsSessions: "second", events: ["user.identity_unlinked"] },
  },
  {
    name: "ImportUsers (the address that is asked for)",
    about: "person",
    async run(app, world) {
      const { project, by } = await asBackend(app, world);
      const user = {
        email: world.person.newEmail,
        emailVerified: false,
        displayName: "",
        avatarUrl: "",
        locale: "",
        disabled: false,
        customClaims: {},
        identities: [{ provider: "google", subject: world.person.googleSubject, email: "" }],
        passwordHash: "",
        passwordAlgorithm: "",
        passwordSalt: "",
        createdAt: undefined,
        isAnonymous: false,
      };
      await importUsers(app, project, by, [user], undefined);
      return undefined;
    },
    acknowledges: { events: ["admin.users_imported"] },
  },
];
