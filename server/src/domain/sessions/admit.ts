import type { App } from "../../app.ts";
import { hashToken, newToken } from "../../crypto/random-token.ts";
import { newLocator, newRefreshToken } from "../../crypto/refresh-token.ts";
import { sealFirstToken } from "../../crypto/replay-box.ts";
import { AppError } from "../../errors.ts";
import type { Session, User } from "../../storage/db.ts";
import {
  hasSessionWith,
  insertSession,
  insertSessionOfAttempt,
  listSessionsBeyond,
  lockIdleSessions,
  noteSignIn,
  noteSignInByPassword,
} from "../../storage/open-sessions.ts";
import { firstToken, NO_ATTEMPT, NO_TOKENS } from "../../storage/session-tokens.ts";
import { updateUserIfUnchanged } from "../../storage/users.ts";
import { markActive, wasSeenToday } from "../analytics/mark-active.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { notifyUser } from "../mail/notify-user.ts";
import type { Project } from "../projects/project.ts";
import type { Device } from "./device.ts";
import { endListedSessions } from "./end-session.ts";
import { expiryOf, storedLocator } from "./new-token.ts";
import { insertOldToken } from "./old-tokens.ts";
import type { OpeningAttempt } from "./opening-attempt.ts";

export type SignInMethod = "password" | "anonymous" | "google" | "apple";

/** What the caller has proven. */
export type Proven =
  /** The password of this hash. `rehashed` replaces the hash if it is still the one in force. */
  | { method: "password"; passwordHash: string; rehashed?: string | undefined }
  /** A provider account, whose identity the caller has locked in this transaction. */
  | { method: "google" | "apple" }
  /** The user was created in this transaction. */
  | { method: SignInMethod; isNew: true };

export type OpenedSession = { sessionId: string; refreshToken: string };

export type Admission =
  | { kind: "admitted"; user: User; opened: OpenedSession }
  | { kind: "refused"; reason: "INVALID_CREDENTIALS" | "USER_DISABLED" | "EMAIL_NOT_VERIFIED" };

type AdmitApp = Pick<App, "clock" | "db" | "newId" | "secretBox" | "upgrade">;

const DAY_MS = 86_400_000;

/**
 * Decides whether the user gets a session, and opens it. No other code opens sessions. What was proven
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
  const user = await confirm(app, known, proven);
  if (!user) return { kind: "refused", reason: "INVALID_CREDENTIALS" };
  if (user.disabledAt !== null) return { kind: "refused", reason: "USER_DISABLED" };
  if (mustVerify(project, user)) return { kind: "refused", reason: "EMAIL_NOT_VERIFIED" };

  const isNewDevice = !isNew && (await isUnknownDevice(app, project, known, device));
  const opened = await open(app, project, user.id, proven.method, device, attempt);
  const isMarked = known.lastSignInAt !== null && wasSeenToday(app, project, known);
  if (!isMarked) await markActive(app, project, user.id);
  if (isNew) return { kind: "admitted", user, opened };

  await endSessionsBeyondLimit(app, project, user.id);
  if (isNewDevice) await notifyUser(app, project, user, { kind: "new_device" });
  await recordEvent(app, {
    kind: "user.signed_in",
    projectId: project.id,
    userId: user.id,
    by: { actor: `user:${user.id}`, ip: device.ip },
    data: { method: proven.method },
  });
  return { kind: "admitted", user, opened };
}

/** Locks the user and returns the current row; undefined when the proof is no longer valid. */
async function confirm(app: AdmitApp, { id, projectId }: User, proven: Proven): Promise<User | undefined> {
  const by = { projectId, id, now: app.clock() };
  if (!("passwordHash" in proven)) return noteSignIn(app.db, by);
  const { passwordHash, rehashed } = proven;
  if (rehashed === undefined) return noteSignInByPassword(app.db, { ...by, passwordHash });
  const replaced = await updateUserIfUnchanged(
    app.db,
    { projectId, id, passwordHash },
    { passwordHash: rehashed },
  );
  return replaced && noteSignIn(app.db, by);
}

/** Without an address there is nothing to verify. */
function mustVerify(project: Project, user: User): boolean {
  return project.settings.requireEmailVerification && user.email !== null && user.emailVerifiedAt === null;
}

/** Stores a session with its first refresh token. */
async function open(
  app: AdmitApp,
  project: Project,
  userId: string,
  method: SignInMethod,
  device: Device,
  attempt: OpeningAttempt | undefined,
): Promise<OpenedSession> {
  const now = app.clock();
  const session: Session = {
    id: app.newId(),
    projectId: project.id,
    userId,
    method,
    userAgent: device.userAgent,
    ip: device.ip,
    createdAt: now,
    lastUsedAt: now,
    endsAt: now + project.settings.sessionMaxDays * DAY_MS,
    revokedAt: null,
    revokedReason: null,
    ...NO_TOKENS,
    ...NO_ATTEMPT,
  };
  const sessionId = session.id;
  if (!(await app.upgrade.isFinished(app))) {
    const refreshToken = newToken();
    await insert(app, session, refreshToken, attempt);
    return { sessionId, refreshToken: await insertOldToken(app, project, session, refreshToken, null) };
  }
  const locator = newLocator();
  const refreshToken = newRefreshToken(locator);
  const first = {
    hash: hashToken(refreshToken),
    expiresAt: Math.min(expiryOf(app, project), session.endsAt),
  };
  const withToken = { ...session, ...firstToken(storedLocator(app, session, locator), first) };
  await insert(app, withToken, refreshToken, attempt);
  return { sessionId, refreshToken };
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
  const isFirst = await insertSessionOfAttempt(app.db, {
    ...session,
    openingAttempt: attempt.hash,
    openingMac: attempt.mac,
    replay: sealFirstToken(attempt.id, session.id, refreshToken),
  });
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
  user: User,
  { userAgent, isKnown }: Device,
): Promise<boolean> {
  if (isKnown || !project.settings.newDeviceNotices || user.lastSignInAt === null) return false;
  return !(await hasSessionWith(app.db, { projectId: project.id, userId: user.id, userAgent }));
}
