import type { App } from "../../src/app.ts";
import { hashToken } from "../../src/crypto/random-token.ts";
import { newLocator, newRefreshToken } from "../../src/crypto/refresh-token.ts";
import { requireStrongAdminPassword } from "../../src/domain/admins/admin-password.ts";
import { newAdmin } from "../../src/domain/admins/new-admin.ts";
import { recordEvent, systemActor } from "../../src/domain/analytics/record-event.ts";
import { newEmailToken } from "../../src/domain/mail/email-token.ts";
import { ALL_LINKS } from "../../src/domain/mail/void-links.ts";
import { useTokenOnce, verifyProviderToken } from "../../src/domain/oauth/verify-provider-token.ts";
import type { Project } from "../../src/domain/projects/project.ts";
import { storedLocator } from "../../src/domain/sessions/new-token.ts";
import { signIn } from "../../src/domain/sessions/sign-in.ts";
import { AppError } from "../../src/errors.ts";
import { deleteAdminInviteTo, findAdminInviteByHash } from "../../src/storage/admin-invites.ts";
import { insertAdmin } from "../../src/storage/admins.ts";
import type { User } from "../../src/storage/db.ts";
import { consumeEmailToken, deleteEmailTokens, findEmailToken } from "../../src/storage/email-tokens.ts";
import { deleteIdentities, findIdentity } from "../../src/storage/identities.ts";
import { insertSession } from "../../src/storage/open-sessions.ts";
import { finishMail, listDueMail } from "../../src/storage/outbox.ts";
import { firstToken, NO_ATTEMPT } from "../../src/storage/session-tokens.ts";
import { revokeUserSessions } from "../../src/storage/sessions.ts";
import { transact } from "../../src/storage/transact.ts";
import { findUser, findUserByEmail, listIdentities, updateUser } from "../../src/storage/users.ts";
import { useCaseNamed } from "./all-use-cases.ts";
import { asApp, asUser, credentialOf, DEVICE } from "./callers.ts";
import type { Opened, UseCase } from "./use-case.ts";
import { addressOf, newPasswordOf } from "./world.ts";

/** A use case with a bug on purpose. The explorer must find it, or it would not find the next one of its kind. */
export type Weakened = Readonly<{
  bug: string;
  /** Whose name, needs and promises it has. */
  instead: string;
  run: UseCase["run"];
  /** The call that gets in between. */
  partner: string;
  /** The sentence that it breaks. */
  breaks: string;
  /** Where it can happen. SQLite's one writer hides what needs two open transactions. */
  engines: readonly ("sqlite" | "postgres")[];
}>;

const BOTH = ["sqlite", "postgres"] as const;
const DAY_MS = 86_400_000;

const OPEN_AFTER =
  "no session is open that was opened with a credential replaced, disabled, deleted or unlinked before the answer";
const DONE_WITH_LOST = "nothing is done with a password or session that was taken away before it took effect";
const ONE_SESSION = "one attempt id opens one session, and its copies get one token";
const STAY_VOID = "links and queued mails that an acknowledged act voids stay void";

export const weakened: readonly Weakened[] = [
  {
    bug: "SignIn takes no notice of its attempt id",
    instead: "SignIn (attempt id)",
    partner: "SignIn (attempt id)",
    breaks: ONE_SESSION,
    engines: BOTH,
    async run(app, world) {
      const { email, password } = world.person;
      return signIn(app, await asApp(app, world), { email, password, attemptId: "" }, DEVICE);
    },
  },
  {
    bug: "SignIn opens the session without looking at the user again",
    instead: "SignIn",
    partner: "ConfirmPasswordReset",
    breaks: OPEN_AFTER,
    engines: BOTH,
    async run(app, world) {
      const project = await asApp(app, world);
      const user = await userWithPassword(app, project, world.person);
      return transact(app, (app) => letIn(app, project, user, "password"));
    },
  },
  {
    bug: "SignIn writes its rehash whatever the hash is by now",
    instead: "SignIn (imported hash)",
    partner: "ConfirmPasswordReset",
    breaks: "the password in force is that of the last acknowledged change",
    engines: BOTH,
    async run(app, world) {
      const project = await asApp(app, world);
      const user = await userWithPassword(app, project, world.person);
      const passwordHash = await app.passwords.hash(world.person.password);
      await updateUser(app.db, project.id, user.id, { passwordHash });
      return transact(app, (app) => letIn(app, project, user, "password"));
    },
  },
  {
    bug: "ChangePassword replaces whatever password there is by now",
    instead: "ChangePassword",
    partner: "ConfirmPasswordReset",
    breaks: DONE_WITH_LOST,
    engines: BOTH,
    async run(app, world, side) {
      const { project, signedIn } = await asUser(app, world);
      const isRight = await app.passwords.verify(signedIn.user.passwordHash, world.person.password);
      if (!isRight) throw new AppError("INVALID_CREDENTIALS");
      const passwordHash = await app.passwords.hash(newPasswordOf(side));
      await updateUser(app.db, project.id, signedIn.user.id, { passwordHash });
      return undefined;
    },
  },
  {
    bug: "LinkPassword gives a new address and leaves it verified",
    instead: "LinkPassword (guest)",
    partner: "LinkPassword (guest), then verified",
    breaks: "a verified address was proven by its mailbox, its provider or the backend",
    engines: BOTH,
    async run(app, world, side) {
      const { project, signedIn } = await asUser(app, world);
      if (signedIn.user.passwordHash !== null) throw new AppError("NOT_A_GUEST");
      const passwordHash = await app.passwords.hash(newPasswordOf(side));
      const changes = { passwordHash, guestSince: null, email: addressOf(world, side) };
      await updateUser(app.db, project.id, signedIn.user.id, changes);
      return undefined;
    },
  },
  {
    bug: "SignInWithOAuth asks only before its transaction whether the user is disabled",
    instead: "SignInWithOAuth (linked Google account)",
    partner: "DisableUser",
    breaks: OPEN_AFTER,
    engines: BOTH,
    async run(app, world) {
      const project = await asApp(app, world);
      const { googleSubject: sub } = world.person;
      const token = await verifyProviderToken(
        app,
        project,
        credentialOf(app, world, "google", { sub }),
        "app",
      );
      const identity = await findIdentity(app.db, project.id, "google", sub);
      const user = identity && (await findUser(app.db, project.id, identity.userId));
      if (!user || user.disabledAt !== null) throw new AppError("USER_DISABLED");
      return transact(app, async (app) => {
        await useTokenOnce(app, project, token);
        return letIn(app, project, user, "google");
      });
    },
  },
  {
    bug: "ConfirmEmailChange reads its link before the transaction and not in it",
    instead: "ConfirmEmailChange",
    partner: "RevokeUserSessions",
    breaks: STAY_VOID,
    engines: BOTH,
    async run(app, world) {
      const project = await asApp(app, world);
      const hash = hashToken(world.person.links.change_email);
      const link = await findEmailToken(app.db, project.id, ["change_email"], hash, app.clock());
      if (!link) throw new AppError("EMAIL_TOKEN_INVALID");
      await transact(app, async (app) => {
        const changes = { email: link.email, emailVerifiedAt: app.clock() };
        await updateUser(app.db, project.id, link.userId, changes);
        await deleteEmailTokens(app.db, project.id, link.userId, ALL_LINKS);
      });
      return undefined;
    },
  },
  {
    bug: "mail delivery makes a link for a mail that was read earlier",
    instead: "deliver mail (change_email)",
    partner: "ConfirmPasswordReset",
    breaks: STAY_VOID,
    engines: BOTH,
    async run(app, world) {
      const due = await listDueMail(app.db, app.clock(), 30);
      for (const mail of due) {
        const user = mail.userId === null ? undefined : await findUser(app.db, world.project.id, mail.userId);
        if (!user) continue;
        await newEmailToken(app, user, "change_email", mail.recipient);
        await finishMail(app.db, mail.id, app.clock(), null);
      }
      return undefined;
    },
  },
  {
    bug: "ConfirmPasswordReset ends the sessions before it has the user's row, and not after",
    instead: "ConfirmPasswordReset",
    partner: "SignIn",
    breaks: OPEN_AFTER,
    engines: ["postgres"],
    async run(app, world, side) {
      const project = await asApp(app, world);
      const hash = hashToken(world.person.links.reset_password);
      const passwordHash = await app.passwords.hash(newPasswordOf(side));
      await transact(app, async (app) => {
        const now = app.clock();
        const link = await consumeEmailToken(app.db, project.id, "reset_password", hash, now);
        if (!link) throw new AppError("EMAIL_TOKEN_INVALID");
        await revokeUserSessions(app.db, project.id, link.userId, { reason: "password_reset", now });
        await updateUser(app.db, project.id, link.userId, { passwordHash });
      });
      return undefined;
    },
  },
  {
    bug: "AcceptInvite reads the invitation before its transaction and not in it",
    instead: "AcceptInvite",
    partner: "RemoveAdmin",
    breaks: "an administrator's invitation does not outlive its inviter",
    engines: BOTH,
    async run(app, { admin }, side) {
      const invite = await findAdminInviteByHash(app.db, hashToken(admin.invite.link), app.clock());
      if (!invite) throw new AppError("EMAIL_TOKEN_INVALID");
      await requireStrongAdminPassword(newPasswordOf(side), invite.email);
      const passwordHash = await app.passwords.hash(newPasswordOf(side));
      await transact(app, async (app) => {
        await insertAdmin(app.db, newAdmin(app, invite.email, passwordHash));
        await deleteAdminInviteTo(app.db, invite.email);
        await recordEvent(app, { kind: "admin.joined", projectId: null, by: systemActor });
      });
      return undefined;
    },
  },
  {
    bug: "UnlinkIdentity counts the other ways in before it removes one",
    instead: "UnlinkIdentity (Apple)",
    partner: "UnlinkIdentity (Google)",
    breaks: "every permanent user has a way in, or was detached by its mailbox's owner",
    engines: BOTH,
    async run(app, world) {
      const { project, signedIn } = await asUser(app, world);
      const identities = await listIdentities(app.db, project.id, signedIn.user.id);
      if (identities.length < 2) throw new AppError("LAST_SIGN_IN_METHOD");
      await deleteIdentities(app.db, project.id, signedIn.user.id, ["apple"]);
      return undefined;
    },
  },
  {
    bug: "ConfirmEmailVerification reads its link and deletes it in two statements",
    instead: "ConfirmEmailVerification",
    partner: "ConfirmEmailVerification",
    breaks: "no one-time link or code works twice",
    engines: BOTH,
    async run(app, world) {
      const project = await asApp(app, world);
      const hash = hashToken(world.person.links.verify_email);
      const link = await findEmailToken(app.db, project.id, ["verify_email"], hash, app.clock());
      if (!link) throw new AppError("EMAIL_TOKEN_INVALID");
      await transact(app, async (app) => {
        await deleteEmailTokens(app.db, project.id, link.userId, ALL_LINKS);
        await updateUser(app.db, project.id, link.userId, { emailVerifiedAt: app.clock() });
      });
      return undefined;
    },
  },
];

/** As a use case: with the promises of the one that it stands for. */
export function asUseCase({ bug, instead, run }: Weakened): UseCase {
  return { ...useCaseNamed(instead), name: `${instead}, weakened: ${bug}`, run };
}

export async function userWithPassword(
  app: App,
  project: Project,
  { email, password }: { email: string; password: string },
): Promise<User> {
  const user = await findUserByEmail(app.db, project.id, email);
  const isRight = await app.passwords.verify(user?.passwordHash ?? null, password);
  if (!user || !isRight) throw new AppError("INVALID_CREDENTIALS");
  return user;
}

/** Written out, so that it stays as careless as it is whatever the product does. */
export async function letIn(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  project: Project,
  user: User,
  method: string,
  provenBy: string | null = null,
): Promise<Opened> {
  const now = app.clock();
  const id = app.newId();
  const owner = { projectId: project.id, createdAt: now };
  const end = { endsAt: now + DAY_MS, revokedAt: null, revokedReason: null };
  const locator = newLocator();
  const refreshToken = newRefreshToken(locator);
  const stored = storedLocator(app, { id, projectId: project.id }, locator);
  const tokens = firstToken(stored, { hash: hashToken(refreshToken), expiresAt: now + DAY_MS });
  const session = {
    id,
    userId: user.id,
    method,
    passkeyId: null,
    authenticatedAt: null,
    provenBy,
    lastUsedAt: now,
    ...DEVICE,
    ...owner,
    ...end,
  };
  await insertSession(app.db, { ...session, ...tokens, ...NO_ATTEMPT });
  return { refreshToken };
}
