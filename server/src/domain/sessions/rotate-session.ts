import type { App } from "../../app.ts";
import { isAttemptId } from "../../crypto/attempt-id.ts";
import { newRefreshToken } from "../../crypto/refresh-token.ts";
import { hashAttemptId } from "../../crypto/replay-box.ts";
import { AppError } from "../../errors.ts";
import { findCurrentRefreshToken, findReplayableToken } from "../../storage/refresh-tokens.ts";
import { replaceTokenOf } from "../../storage/session-tokens.ts";
import { findSession } from "../../storage/sessions.ts";
import type { OpenSession } from "../../storage/token-holders.ts";
import type { Project } from "../projects/project.ts";
import { replayOf } from "./attempt.ts";
import { holdSession } from "./hold-session.ts";
import { nextToken, openLocator } from "./new-token.ts";
import { oldReplayOf } from "./old-tokens.ts";
import { rotateOldToken } from "./refresh-old-token.ts";

/** Replaces the session's current refresh token, as a refresh does, and returns the next one. Call it in a transaction. */
export async function rotateSession(
  app: Pick<App, "clock" | "db" | "secretBox" | "upgrade">,
  project: Project,
  { id }: OpenSession,
  attemptId: string,
): Promise<string> {
  const now = app.clock();
  // First, so that a concurrent refresh of the session waits.
  const session = await holdSession(app, project, { id });
  const { locatorSealed, tokenHash, tokenExpiresAt } = session;
  if (locatorSealed === null) {
    const current = await findCurrentRefreshToken(app.db, project.id, id, now);
    if (!current) throw new AppError("SESSION_REVOKED", "ended meanwhile");
    return rotateOldToken(app, project, session, current, attemptId);
  }
  if (tokenHash === null || tokenExpiresAt === null || tokenExpiresAt <= now) {
    throw new AppError("SESSION_REVOKED", "ended meanwhile");
  }
  const successor = newRefreshToken(openLocator(app, session, locatorSealed));
  await replaceTokenOf(app.db, session, nextToken(app, project, { successor, tokenHash, attemptId }));
  return successor;
}

/** Call it after the transaction. A rotation to an old token is counted by its row. */
export async function countRotation(
  app: Pick<App, "db" | "refreshCounter" | "upgrade">,
  project: Project,
): Promise<void> {
  if (await app.upgrade.isFinished(app)) app.refreshCounter.add(project);
}

/** The refresh token that this attempt received before, if it is unused. A client repeats an attempt when its response was lost. */
export async function findReplayedToken(
  app: Pick<App, "db">,
  project: Project,
  { id }: OpenSession,
  attemptId: string,
): Promise<string | undefined> {
  if (!isAttemptId(attemptId)) return undefined;
  const session = await findSession(app.db, project.id, id);
  if (session?.previousHash) return replayOf(session, session.previousHash, attemptId);
  const token = await findReplayableToken(app.db, project.id, id, hashAttemptId(attemptId));
  return token && oldReplayOf(token, attemptId);
}
