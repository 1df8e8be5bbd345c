/** At most `limit` per window. */
export type WindowLimit = { by: "window"; limit: number; windowMs: number };

/** At most `limit` in a row, then a pause after each attempt. The last pause repeats. */
export type StreakLimit = { by: "streak"; limit: number; pausesMs: readonly number[] };

/** `atOnce` in a burst, then one per `everyMs`: never more than `limit` per window. */
export type PacedLimit = { by: "paced"; limit: number; windowMs: number; atOnce: number; everyMs: number };

export type Limit = WindowLimit | StreakLimit | PacedLimit;

export type Taken = { isAllowed: true } | { isAllowed: false; retryAfterMs: number };

/** Counters under opaque keys. A key is always used with the same limit. */
export type Counters<L extends Limit> = Readonly<{
  /** Counts one, unless the limit is reached. Concurrent callers together never exceed the limit. */
  take: (key: string, limit: L) => Promise<Taken>;
  /** Undoes one `take` that was allowed. */
  giveBack: (key: string) => Promise<void>;
  clear: (key: string) => Promise<void>;
}>;
