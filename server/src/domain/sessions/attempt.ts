import { hashAttemptId, isAttemptId, openReplay, sealReplay } from "../../crypto/replay-box.ts";
import type { RefreshToken } from "../../storage/db.ts";
import type { Attempt } from "../../storage/sessions.ts";

/** What is stored of a rotation by this attempt. */
export function attemptOf(attemptId: string, tokenHash: string, successor: string): Attempt {
  if (!isAttemptId(attemptId)) return { attemptHash: null, replay: null };
  return {
    attemptHash: hashAttemptId(attemptId),
    replay: sealReplay(attemptId, tokenHash, successor),
  };
}

/** The successor that this attempt was given before, or undefined when it is not the same attempt. */
export function replayOf(token: RefreshToken, attemptId: string): string | undefined {
  if (token.replay === null || !isAttemptId(attemptId)) return undefined;
  if (token.attemptHash !== hashAttemptId(attemptId)) return undefined;
  return openReplay(attemptId, token.hash, token.replay);
}
