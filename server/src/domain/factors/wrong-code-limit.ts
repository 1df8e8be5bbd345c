import { AppError } from "../../errors.ts";
import type { Millis } from "../../storage/db.ts";

/** Guessing a code of six digits, three of which are right at a time, with even chances takes 12.7 years at this rate. */
const LIMIT = 50;
export const WRONG_CODES_KEPT_MS = 86_400_000;

/**
 * Returns the wrong codes that still count. Fails with RATE_LIMITED, until the oldest no longer counts, when there are too
 * many. A right code clears nothing: an attacker would get more guesses each time the owner signs in.
 */
export function requireFewWrongCodes(all: readonly Millis[], now: Millis, detail: string): Millis[] {
  const times = all.filter((at) => at > now - WRONG_CODES_KEPT_MS);
  const [oldest = now] = times;
  if (times.length < LIMIT) return times;
  const seconds = Math.max(1, Math.ceil((oldest + WRONG_CODES_KEPT_MS - now) / 1000));
  throw new AppError("RATE_LIMITED", detail, { retry_after_seconds: String(seconds) });
}
