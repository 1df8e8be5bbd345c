import type { App } from "../../app.ts";
import { newToken } from "../../crypto/random-token.ts";
import { AppError, type FactorChallenge, type SecondFactor } from "../../errors.ts";
import type { Millis, Session, User } from "../../storage/db.ts";
import {
  hasSessionWith,
  insertSession,
  insertSessionOfAttempt,
  listSessionsBeyond,
  lockIdleSessions,
  lockWithActivity,
  lockWithActivityByPassword,
} from "../../storage/open-sessions.ts";
import { updateUserIfUnchanged } from "../../storage/users.ts";
import { cancelDeletion } from "../accounts/cancel-deletion.ts";
import { markActive, wasSeenToday } from "../analytics/mark-active.ts";
import { type Actor, type NewEvent, recordEvent } from "../analytics/record-event.ts";
import { challengeSignIn } from "../factors/challenge.ts";
import { type DueFactor, dueFactor } from "../factors/due-factor.ts";
import { notifyUser } from "../mail/notify-user.ts";
import type { Project } from "../projects/project.ts";
import type { Authentication } from "./authentication.ts";
import type { Device } from "./device.ts";
import { endListedSessions } from "./end-session.ts";
import { newSession, ofAttempt, type SignInMethod, withFirstToken } from "./new-session.ts";
import { insertOldToken } from "./old-tokens.ts";
import type { OpeningAttempt } from "./opening-attempt.ts";
import { recordSignIn } from "./record-activity.ts";

/** What the caller has proven. */
export type Proven = FirstFactor & {
  /** The second factor, which was proven in this transaction. */
  second?: SecondFactor;
  /** The passkey of either factor. The session ends with it. */
  passkeyId?: string;
  /** That of the user when the first factor was proven, if that was in an earlier call. */
  credentialEpoch?: number;
};

type FirstFactor =
  /** The password of this hash. `rehashed` replaces the hash if it is still the one in force. */
  | { method: "password"; passwordHash: string; rehashed?: string | undefined }
  /** A provider account, whose identity the caller has locked in this transaction. */
  | { method: "google" | "apple" }
  /** The mailbox of this address. */
  | { method: "email_code"; email: string }
  /** A passkey, whose row the caller has locked in this transaction. */
  | { method: "passkey"; passkeyId: string }
  /** The user was created in this transaction. */
  | { method: SignInMethod; isNew: true };

export type OpenedSession = Authentication & {
  sessionId: string;
  refreshToken: string;
  /** When the account would have been deleted, had this sign-in not kept it. */
  canceledDeletionAt?: Millis;
};

export type Admission =
  | { kind: "admitted"; user: User; opened: OpenedSession }
  /** A second factor is due. Commit, then throw a `FactorRequired`. */
  | { kind: "challenged"; challenge: FactorChallenge }
  | { kind: "refused"; reason: "INVALID_CREDENTIALS" | "USER_DISABLED" | "EMAIL_NOT_VERIFIED" };

/** The user with their activity before this sign-in. Without a time of activity, none was stored. */
type UserBefore = User & { lastActiveAt: number | null; lastSignInAt: number | null };

const NEVER = { lastActiveAt: null, lastSignInAt: null };

type AdmitApp = Pick<App, "clock" | "db" | "newId" | "secretBox" | "upgrade">;

/**
 * Decides whether the user gets a session, and opens it. No other code opens sessions but `admitAtOnce`. What was proven
 * is checked again here, because the password may have been replaced and the user disabled or
 * deleted since. Call it in a transaction, after sessions and identities were locked, and
 * `wakeMailJob` after that.
 *
 * Fails with ATTEMPT_INVALID when the attempt has opened a session before: the caller undoes the transaction, and
 * `repeatOpening` decides.
 */
export async function admit(
  app: AdmitApp,
  project: Project,
  known: User,
  proven: Proven,
  device: Device,
  attempt?: OpeningAttempt,
): Promise<Admission> {
  const isNew = "isNew" in proven;
  // Checked first, because the caller keeps a new user who is refused, and that is not a sign-in.
  if (isNew && mustVerify(project, known)) return { kind: "refused", reason: "EMAIL_NOT_VERIFIED" };
  const user = isNew ? { ...known, ...NEVER } : await confirm(app, known, proven);
  const { credentialEpoch = user?.credentialEpoch } = proven;
  if (!user || user.credentialEpoch !== credentialEpoch) {
    return { kind: "refused", reason: "INVALID_CREDENTIALS" };
  }
  if (user.disabledAt !== null) return { kind: "refused", reason: "USER_DISABLED" };
  if (mustVerify(project, user)) return { kind: "refused", reason: "EMAIL_NOT_VERIFIED" };

  const due = needsNoFactor(proven) ? undefined : await dueFactor(app, project, user);
  if (due) return challenge(app, project, user, proven.method, due, device);

  if (user.deletionDueAt !== null) await cancelDeletion(app, user, signInActor(user.id, device));
  const isNewDevice = !isNew && (await isUnknownDevice(app, project, user, device));
  const opened = await open(app, project, user.id, proven, device, attempt);
  await recordSignIn(app, project, user.id);
  const { lastActiveAt, lastSignInAt } = user;
  const isMarked = lastSignInAt !== null && lastActiveAt !== null && wasSeenToday(app, project, lastActiveAt);
  if (!isMarked) await markActive(app, project, user.id);
  if (isNew) return { kind: "admitted", user, opened };

  await endSessionsBeyondLimit(app, project, user.id);
  if (isNewDevice) await notifyUser(app, project, user, { kind: "new_device" });
  await recordEvent(app, signedInEvent(project, user.id, proven.method, device));
  if (user.deletionDueAt === null) return { kind: "admitted", user, opened };
  const kept = { ...user, deletionDueAt: null, deletionReason: null };
  return { kind: "admitted", user: kept, opened: { ...opened, canceledDeletionAt: user.deletionDueAt } };
}

/** A passkey is both factors. */
function needsNoFactor({ method, second }: Proven): boolean {
  return method === "passkey" || second !== undefined;
}

async function challenge(
  app: AdmitApp,
  project: Project,
  user: User,
  method: SignInMethod,
  due: DueFactor,
  device: Device,
): Promise<Admission> {
  await recordEvent(app, {
    kind: "user.second_factor_required",
    projectId: project.id,
    userId: user.id,
    by: signInActor(user.id, device),
    data: { method },
  });
  return { kind: "challenged", challenge: await challengeSignIn(app, user, method, due) };
}

function signInActor(userId: string, { ip, userAgent }: Device): Actor {
  return { actor: `user:${userId}`, ip, userAgent };
}

export function signedInEvent(
  project: Project,
  userId: string,
  method: SignInMethod,
  device: Device,
): NewEvent {
  const by = signInActor(userId, device);
  return { kind: "user.signed_in", projectId: project.id, userId, by, data: { method } };
}

/** Locks the user and returns the current row; undefined when the proof is no longer valid. */
async function confirm(
  app: AdmitApp,
  { id, projectId }: User,
  proven: Proven,
): Promise<UserBefore | undefined> {
  const by = { projectId, id };
  if (!("passwordHash" in proven)) {
    const user = await lockWithActivity(app.db, by);
    // The mailbox proves nothing about the account once that has another address.
    return "email" in proven && user?.email !== proven.email ? undefined : user;
  }
  const { passwordHash, rehashed } = proven;
  if (rehashed === undefined) return lockWithActivityByPassword(app.db, { ...by, passwordHash });
  const replaced = await updateUserIfUnchanged(app.db, { ...by, passwordHash }, { passwordHash: rehashed });
  return replaced && lockWithActivity(app.db, by);
}

/** Without an address there is nothing to verify. */
export function mustVerify(project: Project, user: User): boolean {
  return project.settings.requireEmailVerification && user.email !== null && user.emailVerifiedAt === null;
}

/** Stores a session with its first refresh token. */
async function open(
  app: AdmitApp,
  project: Project,
  userId: string,
  proven: Proven,
  device: Device,
  attempt: OpeningAttempt | undefined,
): Promise<OpenedSession> {
  const { method, second, passkeyId } = proven;
  const unopened = newSession(app, project, { userId, method, passkeyId, second, device });
  const { id: sessionId, authenticatedAt, provenBy } = unopened;
  const opened = { sessionId, authenticatedAt, provenBy };
  if (!(await app.upgrade.isFinished(app))) {
    const refreshToken = newToken();
    await insert(app, unopened, refreshToken, attempt);
    return { ...opened, refreshToken: await insertOldToken(app, project, unopened, refreshToken, null) };
  }
  const { session, refreshToken } = withFirstToken(app, project, unopened);
  await insert(app, session, refreshToken, attempt);
  return { ...opened, refreshToken };
}

async function insert(
  app: AdmitApp,
  session: Session,
  refreshToken: string,
  attempt: OpeningAttempt | undefined,
): Promise<void> {
  if (!attempt) {
    await insertSession(app.db, session);
    return;
  }
  const isFirst = await insertSessionOfAttempt(app.db, ofAttempt(session, refreshToken, attempt));
  if (!isFirst) throw new AppError("ATTEMPT_INVALID", "made before");
}

/** Ends the sessions that were idle longest, expired ones first. */
async function endSessionsBeyondLimit(app: AdmitApp, project: Project, userId: string): Promise<void> {
  const limit = project.settings.maxSessionsPerUser;
  if (limit === 0) return;
  const now = app.clock();
  const beyond = await listSessionsBeyond(app.db, { projectId: project.id, userId, now, limit });
  if (beyond.length === 0) return;
  const ids = beyond.map(({ id }) => id);
  const idle = await lockIdleSessions(app.db, project.id, ids);
  for (const id of await endListedSessions(app, project, idle, "session_limit")) {
    await recordEvent(app, {
      kind: "session.ended_by_limit",
      projectId: project.id,
      userId,
      by: { actor: "system", ip: null },
      data: { session_id: id },
    });
  }
}

/** A device without a device token is identified by its user agent. The first sign-in sends no notice. */
async function isUnknownDevice(
  app: AdmitApp,
  project: Project,
  user: UserBefore,
  { userAgent, isKnown }: Device,
): Promise<boolean> {
  if (isKnown || !project.settings.newDeviceNotices) return false;
  if (user.lastActiveAt !== null && user.lastSignInAt === null) return false;
  return !(await hasSessionWith(app.db, { projectId: project.id, userId: user.id, userAgent }));
}
