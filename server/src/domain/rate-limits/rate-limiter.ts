import { AppError } from "../../errors.ts";
import type { Db, Millis } from "../../storage/db.ts";
import type { WindowTake } from "../../storage/rate-limits.ts";
import type { Taken } from "./counters.ts";
import type { AccountRateLimitName, RateLimitName } from "./rules.ts";

/**
 * How an attempt ended: `failed` stays counted, `unspent` is given back, `proven` clears the whole
 * counter.
 */
export type Outcome = "failed" | "unspent" | "proven";

export type Settle = (outcomes: readonly Outcome[]) => Promise<void>;

export type Attempt = Readonly<{ name: RateLimitName; subject: string }>;

/** A call that is to be counted. Its handler must either run a statement with `values` or call `take`. */
export type PendingTake = Readonly<{
  values: WindowTake;
  /** Counts it with a statement of its own. Throws RATE_LIMITED. */
  take: () => Promise<void>;
}>;

export type RateLimiter = Readonly<{
  /** Counts one. */
  take: (name: RateLimitName, subject: string) => Promise<Taken>;
  /** Counts one in the caller's transaction, so that it counts only if that commits. Returns whether the limit allowed it. */
  takeIn: (db: Db, name: AccountRateLimitName, subject: string) => Promise<boolean>;
  /**
   * Counts one for each before the outcome is known, so that no more than the limit can fail concurrently. Returns a
   * function that reports the outcomes, in the same order. Throws RATE_LIMITED.
   */
  attempt: (attempts: readonly Attempt[]) => Promise<Settle>;
  /** A take that is left to the statement of the call. Undefined where such a statement saves nothing. */
  pending: (name: RateLimitName, subject: string) => PendingTake | undefined;
  clear: (name: RateLimitName, subject: string) => Promise<void>;
  /** Until when every attempt is refused. Undefined when one would be allowed. It counts nothing. */
  pausedUntil: (name: "sign_in_account", subject: string) => Promise<Millis | undefined>;
}>;

/** The detail names the rule, for the log; the answer is the same for everybody. */
export function rateLimited(name: RateLimitName, retryAfterMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new AppError("RATE_LIMITED", name, { retry_after_seconds: String(seconds) });
}
