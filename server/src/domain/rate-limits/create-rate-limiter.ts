import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { engineOf } from "../../storage/engine.ts";
import { beginAttempts, type Counter } from "./attempts.ts";
import type { Counters, Limit, Taken, WindowLimit } from "./counters.ts";
import { InFlight } from "./in-flight.ts";
import { limitOf } from "./limit-of.ts";
import { createMemoryCounters } from "./memory-counters.ts";
import { type RateLimiter, rateLimited } from "./rate-limiter.ts";
import { type RateLimitName, type RateLimits, rateLimitRules } from "./rules.ts";
import { createTableCounters, findPause, takeFromTable, takeOf } from "./table-counters.ts";

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
    counter(app, limits, { address, process, account }, name, subject);
  return {
    take: (name, subject) => counterOf(name, subject).take(),

    takeIn: (db, name, subject) =>
      takeFromTable(db, keyOf(name, subject), limitOf(name, limits[name]), app.clock()),

    attempt: (attempts) =>
      beginAttempts(
        { ...app, inFlight },
        attempts.map(({ name, subject }) => counterOf(name, subject)),
      ),

    pending(name, subject) {
      const { inStatement, take } = counterOf(name, subject);
      const values = engineOf(app.db).singleStatements && inStatement?.();
      if (values?.by !== "window") return undefined;
      return { values, take: async () => refuseBeyond(name, await take()) };
    },

    clear: (name, subject) => counterOf(name, subject).clear(),

    pausedUntil: (name, subject) => findPause(app.db, keyOf(name, subject), app.clock()),
  };
}

function refuseBeyond(name: RateLimitName, taken: Taken): void {
  if (!taken.isAllowed) throw rateLimited(name, taken.retryAfterMs);
}

/** It tells nobody whose counter it is. */
function keyOf(name: RateLimitName, subject: string): string {
  return `${name}:${hashToken(subject)}`;
}

function counter(
  app: Pick<App, "clock">,
  limits: RateLimits,
  all: AllCounters,
  name: RateLimitName,
  subject: string,
): Counter {
  const key = keyOf(name, subject);
  const { counts } = rateLimitRules[name];
  const counters = all[counts];
  const limit = limitOf(name, limits[name]);
  return {
    name,
    key,
    limit: limit.limit,
    take: () =>
      counts === "account"
        ? all.account.take(key, limit)
        : all[counts].take(key, { by: "window", ...limits[name] }),
    giveBack: () => counters.giveBack(key),
    clear: () => counters.clear(key),
    inStatement: counters === all.account ? () => takeOf(key, limit, app.clock()) : undefined,
  };
}

const noLimits: RateLimiter = {
  take: async () => ({ isAllowed: true }),
  takeIn: async () => true,
  attempt: async () => async () => {},
  pending: () => undefined,
  clear: async () => {},
  pausedUntil: async () => undefined,
};
