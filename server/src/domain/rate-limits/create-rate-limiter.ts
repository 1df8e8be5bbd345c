import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import type { Counters, Limit, Taken, WindowLimit } from "./counters.ts";
import { InFlight } from "./in-flight.ts";
import { limitOf } from "./limit-of.ts";
import { createMemoryCounters } from "./memory-counters.ts";
import { type RateLimiter, rateLimited } from "./rate-limiter.ts";
import { type RateLimitName, type RateLimits, rateLimitRules } from "./rules.ts";
import { createTableCounters, takeFromTable } from "./table-counters.ts";

type AllCounters = Readonly<{
  /** Of addresses: generous limits, asked for on nearly every call. */
  address: Counters<WindowLimit>;
  /** Of this process alone. */
  process: Counters<WindowLimit>;
  /** Of accounts, sessions, guests and links: strict limits that a restart must not lift. */
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
          // The call itself has ended, well or badly, and that is what its caller wants to hear.
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

/** It tells nobody whose counter it is. */
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

const noLimits: RateLimiter = {
  take: async () => ({ isAllowed: true }),
  takeIn: async () => true,
  attempt: async () => async () => {},
  clear: async () => {},
};
