import { changePassword } from "../../src/domain/accounts/change-password.ts";
import { confirmAccountDeletion, deleteAccount } from "../../src/domain/accounts/delete-account.ts";
import { confirmEmailChange, requestEmailChange } from "../../src/domain/accounts/email-change.ts";
import { confirmEmailVerification } from "../../src/domain/accounts/email-verification.ts";
import { confirmPasswordReset } from "../../src/domain/accounts/password-reset.ts";
import { rejectEmailVerification } from "../../src/domain/accounts/reject-email-verification.ts";
import { undoEmailChange } from "../../src/domain/accounts/undo-email-change.ts";
import { updateProfile } from "../../src/domain/accounts/update-profile.ts";
import { requestMail } from "../../src/domain/mail/request-mail.ts";
import { asked } from "../../src/testing/nothing-asked.ts";
import { asApp, asUser, DEVICE } from "./callers.ts";
import type { UseCase } from "./use-case.ts";
import { newPasswordOf } from "./world.ts";

/** What a new password makes void. */
export const OF_A_NEW_PASSWORD = ["reset_password", "invite_user", "change_email", "delete_account"] as const;

/** Of what a recovery takes away, as far as it is there. */
export const REMOVED = [
  ...["user.identity_unlinked", "user.identity_unlinked"],
  ...["user.passkey_removed", "user.passkey_removed"],
  "user.factor_removed",
];

const newPassword = {
  setsPassword: true,
  endsCredentials: ["password"],
  endsSessions: "all",
  voids: OF_A_NEW_PASSWORD,
} as const;

export const accountUseCases: readonly UseCase[] = [
  {
    name: "UpdateMe",
    about: "person",
    async run(app, world, side) {
      const { project, signedIn } = await asUser(app, world);
      await updateProfile(app, project, signedIn, { displayName: `Named by ${side}` }, DEVICE);
      return undefined;
    },
    acknowledges: { mayWrite: ["user.profile_changed"] },
  },
  {
    name: "ChangePassword",
    about: "person",
    needs: { kind: "member", password: "set" },
    async run(app, world, side) {
      const { project, signedIn } = await asUser(app, world);
      const input = { currentPassword: world.person.password, newPassword: newPasswordOf(side) };
      await changePassword(app, project, signedIn, input, DEVICE);
      return undefined;
    },
    acknowledges: {
      ...newPassword,
      provenBy: "password",
      endsSessions: "others",
      events: ["user.password_changed"],
    },
  },
  {
    name: "ConfirmEmailVerification",
    about: "person",
    needs: { kind: "member", address: "unverified" },
    async run(app, world) {
      const input = { token: world.person.links.verify_email, removeProviders: [], removePasskeys: [] };
      await confirmEmailVerification(app, await asApp(app, world), input, DEVICE);
      return undefined;
    },
    acknowledges: { proves: ["own"], consumes: "verify_email", events: ["user.email_verified"] },
  },
  {
    name: "ConfirmEmailVerification (removes Google)",
    about: "person",
    needs: { kind: "member", address: "unverified", google: true },
    async run(app, world) {
      const input = {
        token: world.person.links.verify_email,
        removeProviders: ["google"],
        removePasskeys: [],
      };
      await confirmEmailVerification(app, await asApp(app, world), input, DEVICE);
      return undefined;
    },
    acknowledges: {
      proves: ["own"],
      consumes: "verify_email",
      endsCredentials: ["google"],
      endsSessions: "second",
      events: ["user.email_verified"],
      mayWrite: ["user.identity_unlinked"],
    },
  },
  {
    name: "RejectEmailVerification",
    about: "person",
    needs: { kind: "member", address: "unverified", google: false },
    async run(app, world) {
      await rejectEmailVerification(app, await asApp(app, world), world.person.links.verify_email, DEVICE);
      return undefined;
    },
    acknowledges: {
      detaches: true,
      consumes: "verify_email",
      mayWrite: ["user.deleted", "user.email_detached"],
    },
  },
  {
    name: "RejectEmailVerification (another way in)",
    about: "person",
    needs: { kind: "member", address: "unverified", google: true },
    async run(app, world) {
      await rejectEmailVerification(app, await asApp(app, world), world.person.links.verify_email, DEVICE);
      return undefined;
    },
    acknowledges: {
      detaches: true,
      consumes: "verify_email",
      mayWrite: ["user.deleted", "user.email_detached"],
    },
  },
  {
    name: "RequestPasswordReset",
    about: "person",
    async run(app, world) {
      await requestMail(app, await asApp(app, world), "reset_password", { email: world.person.email, asked });
      return undefined;
    },
    acknowledges: { queues: ["reset_password"] },
  },
  {
    name: "ConfirmPasswordReset",
    about: "person",
    needs: { kind: "member", address: "verified" },
    async run(app, world, side) {
      const input = { token: world.person.links.reset_password, newPassword: newPasswordOf(side), asked };
      await confirmPasswordReset(app, await asApp(app, world), input, DEVICE);
      return undefined;
    },
    acknowledges: {
      ...newPassword,
      proves: ["own"],
      consumes: "reset_password",
      endsCredentials: ["password", "google", "apple", "passkey"],
      events: ["user.password_reset"],
      mayWrite: [...REMOVED, "user.email_verified"],
    },
  },
  {
    name: "ConfirmPasswordReset (invitation)",
    about: "person",
    needs: { kind: "member", address: "unverified" },
    async run(app, world, side) {
      const input = { token: world.person.links.invite_user, newPassword: newPasswordOf(side), asked };
      await confirmPasswordReset(app, await asApp(app, world), input, DEVICE);
      return undefined;
    },
    acknowledges: {
      ...newPassword,
      proves: ["own"],
      consumes: "invite_user",
      endsCredentials: ["password", "google", "apple", "passkey"],
      events: ["user.password_reset"],
      mayWrite: [...REMOVED, "user.email_verified"],
    },
  },
  {
    name: "RequestEmailChange (password)",
    about: "person",
    needs: { kind: "member", password: "set" },
    async run(app, world) {
      const { project, signedIn } = await asUser(app, world);
      const input = {
        newEmail: `asked-${world.person.newEmail}`,
        currentPassword: world.person.password,
        asked,
      };
      await requestEmailChange(app, project, signedIn, input);
      return undefined;
    },
    acknowledges: { provenBy: "password", queues: ["change_email"] },
  },
  {
    name: "RequestEmailChange (recent session)",
    about: "person",
    needs: { kind: "member" },
    async run(app, world) {
      const { project, signedIn } = await asUser(app, world);
      const input = { newEmail: `asked-${world.person.newEmail}`, currentPassword: "", asked };
      await requestEmailChange(app, project, signedIn, input);
      return undefined;
    },
    acknowledges: { provenBy: "session", queues: ["change_email"] },
  },
  {
    name: "ConfirmEmailChange",
    about: "person",
    needs: { kind: "member" },
    async run(app, world) {
      const input = { token: world.person.links.change_email, removeProviders: [], removePasskeys: [] };
      await confirmEmailChange(app, await asApp(app, world), input, DEVICE);
      return undefined;
    },
    acknowledges: {
      setsAddress: "moved",
      proves: ["moved"],
      consumes: "change_email",
      voids: ["reset_password", "invite_user", "delete_account", "verify_email"],
      queues: ["email_changed"],
      events: ["user.email_changed"],
    },
  },
  {
    name: "UndoEmailChange",
    about: "person",
    needs: { kind: "member" },
    async run(app, world) {
      await undoEmailChange(app, await asApp(app, world), world.person.undoLink, DEVICE);
      return undefined;
    },
    acknowledges: {
      removesPassword: true,
      setsAddress: "former",
      proves: ["former"],
      consumes: "undo_email_change",
      endsCredentials: ["password", "google", "apple", "passkey"],
      endsSessions: "all",
      // It mails nothing, but makes a link to choose a new password with.
      voids: ["invite_user", "change_email", "delete_account"],
      queues: ["reset_password"],
      events: ["user.email_change_undone"],
      mayWrite: REMOVED,
    },
  },
  {
    name: "DeleteAccount (password)",
    about: "person",
    needs: { kind: "member", password: "set" },
    async run(app, world) {
      const { project, signedIn } = await asUser(app, world);
      await deleteAccount(app, project, signedIn, world.person.password, DEVICE);
      return undefined;
    },
    acknowledges: { provenBy: "password", erases: true, events: ["user.deleted"] },
  },
  {
    name: "DeleteAccount (guest or recent session)",
    about: "person",
    async run(app, world) {
      const { project, signedIn } = await asUser(app, world);
      await deleteAccount(app, project, signedIn, "", DEVICE);
      return undefined;
    },
    acknowledges: { provenBy: "session", erases: true, events: ["user.deleted"] },
  },
  {
    name: "ConfirmAccountDeletion",
    about: "person",
    needs: { kind: "member" },
    async run(app, world) {
      await confirmAccountDeletion(app, await asApp(app, world), world.person.links.delete_account, DEVICE);
      return undefined;
    },
    acknowledges: { consumes: "delete_account", erases: true, events: ["user.deleted"] },
  },
];
