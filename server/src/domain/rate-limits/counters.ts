/** So many per window. */
export type WindowLimit = { by: "window"; limit: number; windowMs: number };

/** So many in a row; from the last of them on each is followed by a pause, the last pause for ever. */
export type StreakLimit = { by: "streak"; limit: number; pausesMs: readonly number[] };

/** `atOnce` without a break, then one every so often: never more than `limit` per window. */
export type PacedLimit = { by: "paced"; limit: number; windowMs: number; atOnce: number; everyMs: number };

export type Limit = WindowLimit | StreakLimit | PacedLimit;

export type Taken = { isAllowed: true } | { isAllowed: false; retryAfterMs: number };

/** Counters under opaque keys. A key is always used with the same limit. */
export type Counters<L extends Limit> = Readonly<{
  /** Counts one, unless there is nothing left. Of many callers at once no more than the limit are allowed. */
  take: (key: string, limit: L) => Promise<Taken>;
  /** Undoes one `take` that was allowed. */
  giveBack: (key: string) => Promise<void>;
  clear: (key: string) => Promise<void>;
}>;
