import { hashAttemptId, isAttemptId, openReplay, sealReplay } from "../../crypto/replay-box.ts";
import type { RefreshToken } from "../../storage/db.ts";
import type { Attempt } from "../../storage/refresh-tokens.ts";

/** What is stored about a rotation, so that the same attempt can be repeated. */
export function attemptOf(attemptId: string, tokenHash: string, successor: string): Attempt {
  if (!isAttemptId(attemptId)) return { attemptHash: null, replay: null };
  return {
    attemptHash: hashAttemptId(attemptId),
    replay: sealReplay(attemptId, tokenHash, successor),
  };
}

/** The token that this attempt received before; undefined when another attempt used the token. */
export function replayOf(token: RefreshToken, attemptId: string): string | undefined {
  if (token.replay === null || !isAttemptId(attemptId)) return undefined;
  if (token.attemptHash !== hashAttemptId(attemptId)) return undefined;
  return openReplay(attemptId, token.hash, token.replay);
}
