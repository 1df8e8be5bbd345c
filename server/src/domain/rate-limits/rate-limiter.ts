import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import type { Db } from "../../storage/db.ts";
import type { Counters, Limit, Taken, WindowLimit } from "./counters.ts";
import { InFlight } from "./in-flight.ts";
import { limitOf } from "./limit-of.ts";
import { createMemoryCounters } from "./memory-counters.ts";
import { type AccountRateLimitName, type RateLimitName, type RateLimits, rateLimitRules } from "./rules.ts";
import { createTableCounters, takeFromTable } from "./table-counters.ts";

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

type AllCounters = Readonly<{
  /** For addresses: generous limits, checked on nearly every call. */
  address: Counters<WindowLimit>;
  /** For this process only. */
  process: Counters<WindowLimit>;
  /** For accounts, sessions, guests and links: strict limits that must survive a restart. */
  account: Counters<Limit>;
}>;

export function createRateLimiter(
  limits: "off" | RateLimits,
  app: Pick<App, "clock" | "db" | "log">,
  options: {
    /** Whether other processes serve from the same database; otherwise addresses are counted in memory. */
    hasReplicas: boolean;
    monotonicMs: () => number;
  },
): RateLimiter {
  if (limits === "off") return noLimits;
  const inFlight = new InFlight();
  const account = createTableCounters(app);
  const process = createMemoryCounters(options.monotonicMs);
  const address = options.hasReplicas ? account : process;
  const counterOf = (name: RateLimitName, subject: string) =>
    counter(limits, { address, process, account }, name, subject);
  return {
    take: (name, subject) => counterOf(name, subject).take(),

    takeIn: (db, name, subject) =>
      takeFromTable(db, keyOf(name, subject), limitOf(name, limits[name]), app.clock()),

    async attempt(name, subject) {
      const { key, limit, take, giveBack, clear } = counterOf(name, subject);
      const taken = await inFlight.enter(key, take);
      if (!taken.isAllowed) throw rateLimited(name, taken.retryAfterMs);
      return async (outcome) => {
        try {
          if (outcome === "unspent") await giveBack();
          if (outcome === "proven") await clear();
        } catch (error) {
          // The call has its result, and a failure here must not replace it.
          app.log("warn", "rate limit not given back", { rule: name, detail: String(error) });
        } finally {
          inFlight.leave(key, outcome === "failed" ? 0 : outcome === "proven" ? limit : 1);
        }
      };
    },

    clear: (name, subject) => counterOf(name, subject).clear(),
  };
}

type Counter = {
  key: string;
  limit: number;
  take: () => Promise<Taken>;
  giveBack: () => Promise<void>;
  clear: () => Promise<void>;
};

/** A hash, so that the key does not reveal the subject. */
function keyOf(name: RateLimitName, subject: string): string {
  return `${name}:${hashToken(subject)}`;
}

function counter(limits: RateLimits, all: AllCounters, name: RateLimitName, subject: string): Counter {
  const key = keyOf(name, subject);
  const { counts } = rateLimitRules[name];
  const counters = all[counts];
  const limit = limitOf(name, limits[name]);
  return {
    key,
    limit: limit.limit,
    take: () =>
      counts === "account"
        ? all.account.take(key, limit)
        : all[counts].take(key, { by: "window", ...limits[name] }),
    giveBack: () => counters.giveBack(key),
    clear: () => counters.clear(key),
  };
}

/** The detail names the rule for the log. The public message is the same for all rules. */
export function rateLimited(name: RateLimitName, retryAfterMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new AppError("RATE_LIMITED", name, { retry_after_seconds: String(seconds) });
}

const noLimits: RateLimiter = {
  take: async () => ({ isAllowed: true }),
  takeIn: async () => true,
  attempt: async () => async () => {},
  clear: async () => {},
};
