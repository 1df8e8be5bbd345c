import type { App } from "../../app.ts";
import type { User } from "../../storage/db.ts";
import { openingsAtOnce } from "../../storage/open-sessions.ts";
import type {
  OpenedAtOnce,
  OpeningAtOnce,
  PasskeyUse,
  ReadActivity,
} from "../../storage/single-statements.ts";
import { dayToMark, wasSeenToday } from "../analytics/mark-active.ts";
import { newEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { mustVerify, signedInEvent } from "./admit.ts";
import type { Authentication } from "./authentication.ts";
import type { Device } from "./device.ts";
import { newSession, ofAttempt, withFirstToken } from "./new-session.ts";
import type { OpeningAttempt } from "./opening-attempt.ts";
import { requireKey, signPair, type TokenPair } from "./token-pair.ts";

type AdmitApp = Pick<App, "baseUrl" | "clock" | "db" | "newId" | "secretBox" | "signer" | "upgrade">;

/** A user who has proven who they are, as they were read before that. */
type Verified = Readonly<{ id: string; activity: ReadActivity | undefined }>;

type Opening = Authentication & Readonly<{ values: OpeningAtOnce; refreshToken: string }>;

/**
 * Does what `admit` does for a password that was verified, with one statement, where the database has one. The statement
 * checks again what was proven. Returns undefined when it did nothing: then `admit` decides, in a transaction.
 */
export async function admitAtOnce(
  app: AdmitApp,
  project: Project,
  user: Verified & { passwordHash: string },
  device: Device,
  attempt: OpeningAttempt | undefined,
): Promise<TokenPair | undefined> {
  const statements = openingsAtOnce(app.db);
  const opening =
    statements && (await openingOf(app, project, user, { method: "password" }, device, attempt));
  if (!opening) return undefined;
  const opened = await statements.openSessionByPassword(app.db, opening.values, user.passwordHash);
  return opened && pairOf(app, project, opened, opening);
}

/**
 * The same for a passkey whose signature was verified. `hasUsedChallenge` when the statement has used the challenge up,
 * also when it opened no session: the caller must not use it up again.
 */
export async function admitPasskeyAtOnce(
  app: AdmitApp,
  project: Project,
  user: User & Verified,
  use: PasskeyUse,
  device: Device,
  attempt: OpeningAttempt | undefined,
): Promise<{ hasUsedChallenge: boolean; pair: TokenPair | undefined }> {
  const isUsual = user.disabledAt === null && user.deletionDueAt === null && !mustVerify(project, user);
  const statements = isUsual ? openingsAtOnce(app.db) : undefined; // otherwise it would use the challenge up for nothing
  const proven = { method: "passkey", passkeyId: use.passkey.id } as const;
  const opening = statements && (await openingOf(app, project, user, proven, device, attempt));
  if (!opening) return { hasUsedChallenge: false, pair: undefined };
  const by = await statements.openSessionByPasskey(app.db, opening.values, use);
  const pair = by.opened && pairOf(app, project, by.opened, opening);
  return { hasUsedChallenge: by.hasUsedChallenge, pair };
}

/** Undefined when no statement may open the session. */
async function openingOf(
  app: AdmitApp,
  project: Project,
  { id: userId, activity }: Verified,
  proven: { method: "password" } | { method: "passkey"; passkeyId: string },
  device: Device,
  attempt: OpeningAttempt | undefined,
): Promise<Opening | undefined> {
  const { settings } = project;
  // A second factor may be due, which the statement does not decide.
  if (!activity || settings.mfa.policy !== "off" || !(await app.upgrade.isFinished(app))) return undefined;
  const hasSignedIn = activity.lastSignInAt !== null;
  const unopened = newSession(app, project, { userId, ...proven, device });
  const { session, refreshToken } = withFirstToken(app, project, unopened);
  const values = {
    project,
    user: { id: userId, activityVersion: activity.version },
    mustVerify: settings.requireEmailVerification,
    checksDevice: hasSignedIn && settings.newDeviceNotices && !device.isKnown,
    sessionLimit: settings.maxSessionsPerUser,
    session: attempt ? ofAttempt(session, refreshToken, attempt) : session,
    event: newEvent(app, signedInEvent(project, userId, proven.method, device)),
    today: dayToMark(app, project),
    marksDay: !hasSignedIn || !wasSeenToday(app, project, activity.lastActiveAt),
  };
  const { authenticatedAt, provenBy } = unopened;
  return { values, refreshToken, authenticatedAt, provenBy };
}

function pairOf(
  app: AdmitApp,
  project: Project,
  { user, key, identities, sessionId }: OpenedAtOnce,
  { refreshToken, authenticatedAt, provenBy }: Opening,
): TokenPair {
  const session = { sessionId, refreshToken, authenticatedAt, provenBy };
  return signPair(app, project, user, { ...session, key: requireKey(key), identities });
}
