import type { App } from "../../app.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { lockUserForUpdate, updateUser } from "../../storage/users.ts";
import { type AskedLanguages, localeAfterLink } from "../accounts/asked-languages.ts";
import { requireEmail } from "../accounts/email.ts";
import { requireStrongPassword } from "../accounts/password-policy.ts";
import { requireDisplayName } from "../accounts/profile.ts";
import { isRecent } from "../accounts/reauthenticate.ts";
import { hasIdentityOrPasskey } from "../accounts/require-sign-in-method.ts";
import { takeAddress } from "../accounts/take-address.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { enqueueWithinBudget } from "../mail/mail-budget.ts";
import { languageToQueue } from "../mail/mail-language.ts";
import { notifyUser } from "../mail/notify-user.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "../sessions/device.ts";
import { countRotation, findReplayedToken, rotateSession } from "../sessions/rotate-session.ts";
import { continued, type TokenPair, tokenPair } from "../sessions/token-pair.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";

type LinkApp = Pick<
  App,
  | "baseUrl"
  | "clock"
  | "db"
  | "metrics"
  | "newId"
  | "passwords"
  | "rateLimits"
  | "refreshCounter"
  | "secretBox"
  | "signer"
  | "upgrade"
  | "wakeMailJob"
>;

export type LinkPasswordInput = {
  email: string;
  password: string;
  displayName: string;
  attemptId: string;
  asked: AskedLanguages;
};

/**
 * Turns a guest into a permanent user with the same id, or gives a permanent user their first
 * password. The session's refresh token is rotated. On failure nothing has changed.
 */
export async function linkPassword(
  app: LinkApp,
  project: Project,
  signedIn: SignedIn,
  input: LinkPasswordInput,
  origin: Origin,
): Promise<TokenPair> {
  const { user, session } = signedIn;
  const email = requireEmail(input.email);
  if (user.passwordHash !== null) {
    const replayed =
      user.email === email ? await findReplayedToken(app, project, session, input.attemptId) : undefined;
    if (!replayed) throw new AppError("NOT_A_GUEST");
    return tokenPair(app, project, user, continued(session, replayed));
  }
  await requireLinkable(app, signedIn, user, email);
  await requireStrongPassword(project, input.password, email);
  const displayName = requireDisplayName(input.displayName);
  const passwordHash = await app.passwords.hash(input.password);
  const given = { email, passwordHash, displayName, asked: input.asked };

  const linked = await transact(app, async (app) => {
    const refreshToken = await rotateSession(app, project, session, input.attemptId);
    const { before, after } = await write(app, project, signedIn, given);
    if (after.emailVerifiedAt === null) {
      const language = languageToQueue(project, "verify_email", input.asked);
      const mail = { kind: "verify_email", recipient: email, language } as const;
      await enqueueWithinBudget(app, project.id, "sign_up", mail);
    }
    await recordLink(app, project, before, origin);
    if (before.guestSince === null) {
      await notifyUser(app, project, after, { kind: "method_linked", detail: "password" });
    }
    return { user: after, refreshToken };
  });
  app.wakeMailJob();
  await countRotation(app, project);
  return tokenPair(app, project, linked.user, continued(session, linked.refreshToken));
}

type GivenPassword = { email: string; passwordHash: string; displayName: string; asked: AskedLanguages };

/** Checks the user again in the transaction: another call may have converted them while the password was hashed. */
async function write(
  app: Pick<App, "clock" | "db" | "secretBox">,
  project: Project,
  signedIn: SignedIn,
  { email, passwordHash, displayName, asked }: GivenPassword,
): Promise<{ before: User; after: User }> {
  const { id, projectId } = signedIn.user;
  const before = await lockUserForUpdate(app.db, projectId, id);
  if (!before) throw new AppError("SESSION_REVOKED", "deleted meanwhile");
  await requireLinkable(app, signedIn, before, email);
  const changes = {
    passwordHash,
    displayName: displayName || before.displayName,
    guestSince: null,
    locale: localeAfterLink(before, asked),
    credentialEpoch: before.credentialEpoch + 1, // the row is locked
    updatedAt: app.clock(),
  };
  const after =
    before.email === email
      ? await updateUser(app.db, projectId, id, changes)
      : await takeAddress(app, { id, projectId }, { email, emailVerifiedAt: null }, changes, project);
  if (!after) throw new AppError("SESSION_REVOKED", "deleted meanwhile");
  return { before, after };
}

/** Allows guests, permanent users with a recent session, and users who have no sign-in method left. */
async function requireLinkable(
  app: Pick<App, "clock" | "db">,
  { session }: SignedIn,
  user: User,
  email: string,
): Promise<void> {
  if (user.passwordHash !== null) throw new AppError("NOT_A_GUEST");
  if (user.guestSince !== null) return;
  if (!isRecent(app, session) && !(await hasNoSignInMethod(app, user))) {
    throw new AppError("REAUTHENTICATION_REQUIRED");
  }
  if (user.email !== null && user.email !== email)
    throw invalidRequest("email", "is not the account's email address");
}

/** The owner of the mailbox rejected the address, so the user cannot sign in again to get a recent session. */
async function hasNoSignInMethod(app: Pick<App, "db">, user: User): Promise<boolean> {
  if (user.email !== null || user.passwordHash !== null) return false;
  return !(await hasIdentityOrPasskey(app, user));
}

function recordLink(app: LinkApp, project: Project, user: User, origin: Origin): Promise<void> {
  return recordEvent(app, {
    kind: user.guestSince === null ? "user.password_changed" : "user.guest_converted",
    projectId: project.id,
    userId: user.id,
    by: { actor: `user:${user.id}`, ...origin },
    data: { method: "password" },
  });
}
