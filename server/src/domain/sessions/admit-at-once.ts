import type { App } from "../../app.ts";
import { openingAtOnce } from "../../storage/open-sessions.ts";
import type { ReadActivity } from "../../storage/single-statements.ts";
import { dayToMark, wasSeenToday } from "../analytics/mark-active.ts";
import { newEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { signedInEvent } from "./admit.ts";
import type { Device } from "./device.ts";
import { newSession, ofAttempt, withFirstToken } from "./new-session.ts";
import type { OpeningAttempt } from "./opening-attempt.ts";
import { requireKey, signPair, type TokenPair } from "./token-pair.ts";

type AdmitApp = Pick<App, "baseUrl" | "clock" | "db" | "newId" | "secretBox" | "signer" | "upgrade">;

/** A user whose password was verified, as they were read before that. */
type Verified = Readonly<{ id: string; passwordHash: string; activity: ReadActivity | undefined }>;

/**
 * Does what `admit` does for a password that was verified, with one statement, where the database has one. The statement
 * checks again what was proven. Returns undefined when it did nothing: then `admit` decides, in a transaction.
 */
export async function admitAtOnce(
  app: AdmitApp,
  project: Project,
  { id: userId, passwordHash, activity }: Verified,
  device: Device,
  attempt: OpeningAttempt | undefined,
): Promise<TokenPair | undefined> {
  const openSession = openingAtOnce(app.db);
  if (!openSession || !activity || !(await app.upgrade.isFinished(app))) return undefined;
  const { settings } = project;
  const hasSignedIn = activity.lastSignInAt !== null;
  const unopened = newSession(app, project, { userId, method: "password", device });
  const { session, refreshToken } = withFirstToken(app, project, unopened);
  const opened = await openSession(app.db, {
    project,
    user: { id: userId, passwordHash, activityVersion: activity.version },
    mustVerify: settings.requireEmailVerification,
    checksDevice: hasSignedIn && settings.newDeviceNotices && !device.isKnown,
    sessionLimit: settings.maxSessionsPerUser,
    session: attempt ? ofAttempt(session, refreshToken, attempt) : session,
    event: newEvent(app, signedInEvent(project, userId, "password", device)),
    today: dayToMark(app, project),
    marksDay: !hasSignedIn || !wasSeenToday(app, project, activity.lastActiveAt),
  });
  if (!opened) return undefined;
  const { user, key, identities, sessionId } = opened;
  return signPair(app, project, user, { sessionId, refreshToken, key: requireKey(key), identities });
}
