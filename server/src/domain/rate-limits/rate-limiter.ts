import { AppError } from "../../errors.ts";
import type { Db } from "../../storage/db.ts";
import type { Taken } from "./counters.ts";
import type { AccountRateLimitName, RateLimitName } from "./rules.ts";

/**
 * How an attempt ended: `failed` stays counted, `unspent` is given back, `proven` clears the whole
 * counter.
 */
export type Outcome = "failed" | "unspent" | "proven";

export type RateLimiter = Readonly<{
  /** Counts one. */
  take: (name: RateLimitName, subject: string) => Promise<Taken>;
  /** Counts one in the caller's transaction, so that it counts only if that commits. Returns whether the limit allowed it. */
  takeIn: (db: Db, name: AccountRateLimitName, subject: string) => Promise<boolean>;
  /**
   * Counts one before the outcome is known, so that no more than the limit can fail concurrently. Returns a function
   * that reports the outcome. Throws RATE_LIMITED.
   */
  attempt: (name: RateLimitName, subject: string) => Promise<(outcome: Outcome) => Promise<void>>;
  clear: (name: RateLimitName, subject: string) => Promise<void>;
}>;

/** The detail names the rule, for the log; the answer is the same for everybody. */
export function rateLimited(name: RateLimitName, retryAfterMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new AppError("RATE_LIMITED", name, { retry_after_seconds: String(seconds) });
}
