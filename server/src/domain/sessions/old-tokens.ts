import type { App } from "../../app.ts";
import { isAttemptId } from "../../crypto/attempt-id.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { hashAttemptId, openReplay, sealReplay } from "../../crypto/replay-box.ts";
import type { RefreshToken, Session } from "../../storage/db.ts";
import { type Attempt, insertRefreshToken } from "../../storage/refresh-tokens.ts";
import type { Project } from "../projects/project.ts";
import { expiryOf } from "./new-token.ts";

/** Stores the hash of a token as version 0.1 does. It expires with the session at the latest. */
export async function insertOldToken(
  app: Pick<App, "clock" | "db">,
  project: Project,
  session: Pick<Session, "id" | "endsAt">,
  refreshToken: string,
  predecessorHash: string | null,
): Promise<string> {
  await insertRefreshToken(app.db, {
    hash: hashToken(refreshToken),
    projectId: project.id,
    sessionId: session.id,
    createdAt: app.clock(),
    expiresAt: Math.min(expiryOf(app, project), session.endsAt),
    consumedAt: null,
    attemptHash: null,
    replay: null,
    predecessorHash,
  });
  return refreshToken;
}

/** What version 0.1 stores about a rotation. */
export function oldAttemptOf(attemptId: string, tokenHash: string, successor: string): Attempt {
  if (!isAttemptId(attemptId)) return { attemptHash: null, replay: null };
  return { attemptHash: hashAttemptId(attemptId), replay: sealReplay(attemptId, tokenHash, successor) };
}

/** The token that this attempt received before; undefined when another attempt used the token. */
export function oldReplayOf(token: RefreshToken, attemptId: string): string | undefined {
  if (token.replay === null || !isAttemptId(attemptId)) return undefined;
  if (token.attemptHash !== hashAttemptId(attemptId)) return undefined;
  return openReplay(attemptId, token.hash, token.replay);
}
