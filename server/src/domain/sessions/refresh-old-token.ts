import type { App } from "../../app.ts";
import { hashToken, newToken } from "../../crypto/random-token.ts";
import { newLocator, newRefreshToken } from "../../crypto/refresh-token.ts";
import type { RefreshToken, Session } from "../../storage/db.ts";
import { wipeFirstToken } from "../../storage/opening-attempts.ts";
import { consumeRefreshToken, findRefreshToken, wipeReplay } from "../../storage/refresh-tokens.ts";
import { moveTokens } from "../../storage/session-tokens.ts";
import { lockSession } from "../../storage/sessions.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { endSession } from "./end-session.ts";
import { nextToken, storedLocator } from "./new-token.ts";
import { insertOldToken, oldAttemptOf, oldReplayOf } from "./old-tokens.ts";
import { refuseToken } from "./refuse-token.ts";
import { finishRotation, type PresentedToken, type Rotation, type RotationApp } from "./rotation.ts";

/**
 * Refreshes a token of version 0.1, which is a row of `refresh_tokens`. Its session gets a token of today's form, or
 * another old one while a replica of 0.1 may run beside this one.
 */
export async function refreshOldToken(
  app: RotationApp,
  project: Project,
  presented: PresentedToken,
): Promise<Rotation> {
  const known = await findRefreshToken(app.db, project.id, presented.hash);
  const session = known && (await lockSession(app.db, project.id, known.sessionId));
  if (!session || session.revokedAt !== null || session.endsAt <= app.clock()) return { kind: "invalid" };
  if (session.locatorHash !== null) return refuseToken(app, project, session, presented);

  // Read again: another call may have used the token before the session was locked.
  const token = await findRefreshToken(app.db, project.id, presented.hash);
  if (!token) return { kind: "invalid" };
  if (token.consumedAt !== null) return repeatedOrReused(app, project, session, token, presented);
  if (token.expiresAt <= app.clock()) return { kind: "invalid" };
  const successor = await rotateOldToken(app, project, session, token, presented.attemptId);
  const by = { projectId: project.id, sessionId: session.id };
  const kind = (await app.upgrade.isFinished(app)) ? "rotated" : "rotated_old";
  return { kind, finish: await finishRotation(app, project, by, successor) };
}

/** Consumes the current token of a session whose tokens are old, and returns the next one. The session is locked. */
export async function rotateOldToken(
  app: Pick<App, "clock" | "db" | "secretBox" | "upgrade">,
  project: Project,
  session: Session,
  token: RefreshToken,
  attemptId: string,
): Promise<string> {
  const now = app.clock();
  if (await app.upgrade.isFinished(app)) {
    const locator = newLocator();
    const successor = newRefreshToken(locator);
    const next = nextToken(app, project, { successor, tokenHash: token.hash, attemptId });
    await consumeRefreshToken(app.db, project.id, token.hash, now, { attemptHash: null, replay: null });
    await moveTokens(app.db, session, storedLocator(app, session, locator), token.hash, next);
    await wipePredecessor(app, project, token);
    return successor;
  }
  const successor = newToken();
  const attempt = oldAttemptOf(attemptId, token.hash, successor);
  await consumeRefreshToken(app.db, project.id, token.hash, now, attempt);
  await wipePredecessor(app, project, token);
  if (session.replay !== null) await wipeFirstToken(app.db, session);
  return insertOldToken(app, project, session, successor, token.hash);
}

/** Its successor has been used now, so it is never sent again. */
async function wipePredecessor(
  app: Pick<App, "db">,
  project: Project,
  { predecessorHash }: RefreshToken,
): Promise<void> {
  if (predecessorHash !== null) await wipeReplay(app.db, { projectId: project.id, hash: predecessorHash });
}

async function repeatedOrReused(
  app: RotationApp,
  project: Project,
  session: Session,
  token: RefreshToken,
  { attemptId, ip }: PresentedToken,
): Promise<Rotation> {
  const successor = oldReplayOf(token, attemptId);
  if (successor !== undefined) {
    const next = await findRefreshToken(app.db, project.id, hashToken(successor));
    if (next && next.consumedAt === null && next.expiresAt > app.clock()) {
      const by = { projectId: project.id, sessionId: session.id };
      return { kind: "repeated", finish: await finishRotation(app, project, by, successor) };
    }
  }
  await endSession(app, project, session.id, "reuse");
  await recordEvent(app, {
    kind: "session.reuse_detected",
    projectId: project.id,
    userId: session.userId,
    by: { actor: "system", ip },
    data: { session_id: session.id },
  });
  return { kind: "reused", sessionId: session.id };
}
