import type { App } from "../../app.ts";
import { newToken } from "../../crypto/random-token.ts";
import { hashAttemptId, isAttemptId } from "../../crypto/replay-box.ts";
import { AppError } from "../../errors.ts";
import {
  consumeRefreshToken,
  findCurrentRefreshToken,
  findReplayableToken,
  wipeReplay,
} from "../../storage/refresh-tokens.ts";
import type { OpenSession } from "../../storage/token-holders.ts";
import type { Project } from "../projects/project.ts";
import { attemptOf, replayOf } from "./attempt.ts";
import { holdSession } from "./hold-session.ts";
import { issueRefreshToken } from "./issue-refresh-token.ts";

/** Consumes the session's current refresh token, as a refresh does, and returns the next one. Call it in a transaction. */
export async function rotateSession(
  app: Pick<App, "clock" | "db">,
  project: Project,
  session: OpenSession,
  attemptId: string,
): Promise<string> {
  const now = app.clock();
  // First, so that a concurrent refresh of the session waits.
  await holdSession(app, project, session);
  const current = await findCurrentRefreshToken(app.db, project.id, session.id, now);
  if (!current) throw new AppError("SESSION_REVOKED", "ended meanwhile");
  const successor = newToken();
  const attempt = attemptOf(attemptId, current.hash, successor);
  await consumeRefreshToken(app.db, project.id, current.hash, now, attempt);
  const { predecessorHash } = current;
  if (predecessorHash !== null) await wipeReplay(app.db, { projectId: project.id, hash: predecessorHash });
  return issueRefreshToken(app, project, session, successor, current.hash);
}

/** The refresh token that this attempt received before, if it is unused. A client repeats an attempt when its response was lost. */
export async function findReplayedToken(
  app: Pick<App, "db">,
  project: Project,
  session: OpenSession,
  attemptId: string,
): Promise<string | undefined> {
  if (!isAttemptId(attemptId)) return undefined;
  const token = await findReplayableToken(app.db, project.id, session.id, hashAttemptId(attemptId));
  return token && replayOf(token, attemptId);
}
