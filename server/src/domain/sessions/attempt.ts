import { hashToken } from "../../crypto/random-token.ts";
import { hashAttemptId, isAttemptId, openReplay, sealReplay } from "../../crypto/replay-box.ts";
import type { RefreshToken } from "../../storage/db.ts";

/** What is stored of a rotation, so that the same attempt can be answered again and no other can. */
export function rotationRecord(
  tokenHash: string,
  successor: string,
  attemptId: string,
): Pick<RefreshToken, "attemptHash" | "replay" | "successorHash"> {
  const successorHash = hashToken(successor);
  if (!isAttemptId(attemptId)) return { attemptHash: null, replay: null, successorHash };
  return {
    attemptHash: hashAttemptId(attemptId),
    replay: sealReplay(attemptId, tokenHash, successor),
    successorHash,
  };
}

/** The successor that this attempt was given before, or undefined when it is not the same attempt. */
export function replayOf(token: RefreshToken, attemptId: string): string | undefined {
  if (token.replay === null || !isAttemptId(attemptId)) return undefined;
  if (token.attemptHash !== hashAttemptId(attemptId)) return undefined;
  return openReplay(attemptId, token.hash, token.replay);
}
