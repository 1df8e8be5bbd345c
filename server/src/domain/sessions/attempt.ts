import { isAttemptId, macAttempt } from "../../crypto/attempt-id.ts";
import { openReplay, sealReplay } from "../../crypto/replay-box.ts";
import type { Millis, Session } from "../../storage/db.ts";
import type { NextToken } from "../../storage/session-tokens.ts";

const HOUR_MS = 3_600_000;
const LATE_MS = 24 * HOUR_MS;

/** What is stored about a rotation, so that the same attempt can be repeated and no other can. */
export function attemptOf(
  attemptId: string,
  tokenHash: string,
  successor: string,
): Pick<NextToken, "attemptMac" | "replay"> {
  if (!isAttemptId(attemptId)) return { attemptMac: null, replay: null };
  return {
    attemptMac: macAttempt(attemptId, tokenHash),
    replay: sealReplay(attemptId, tokenHash, successor),
  };
}

/** The current token, if the same attempt received it for this token. Undefined in every other case. */
export function replayOf(session: Session, tokenHash: string, attemptId: string): string | undefined {
  const { previousHash, attemptMac, replay } = session;
  if (replay === null || previousHash !== tokenHash || !isAttemptId(attemptId)) return undefined;
  if (attemptMac !== macAttempt(attemptId, tokenHash)) return undefined;
  return openReplay(attemptId, tokenHash, replay);
}

/** Whether this attempt used this token in one of the two rotations before the last, at most 24 hours ago. */
export function isLateRepeat(session: Session, tokenHash: string, attemptId: string, now: Millis): boolean {
  if (!isAttemptId(attemptId)) return false;
  const mac = macAttempt(attemptId, tokenHash);
  const { earlierMac1, earlierAt1, earlierMac2, earlierAt2 } = session;
  const earlier = [
    [earlierMac1, earlierAt1],
    [earlierMac2, earlierAt2],
  ] as const;
  return earlier.some(([earlierMac, at]) => earlierMac === mac && at !== null && at >= now - LATE_MS);
}
