import type { App } from "../../app.ts";
import { engineOf } from "../../storage/engine.ts";
import type { LimitTake } from "../../storage/single-statements.ts";
import type { Taken } from "./counters.ts";
import type { InFlight } from "./in-flight.ts";
import { type Outcome, rateLimited, type Settle } from "./rate-limiter.ts";
import type { RateLimitName } from "./rules.ts";

/** One counter of one subject. */
export type Counter = Readonly<{
  name: RateLimitName;
  key: string;
  limit: number;
  take: () => Promise<Taken>;
  giveBack: () => Promise<void>;
  clear: () => Promise<void>;
  /** The same take for a statement that does more than this. Undefined for a counter in memory. */
  inStatement: (() => LimitTake) | undefined;
}>;

type AttemptApp = Pick<App, "db" | "log"> & { inFlight: InFlight };

/**
 * Counts one on each counter before the outcome is known, in this order. When one is at its limit, the others get back what
 * was taken, and the call is refused.
 */
export async function beginAttempts(app: AttemptApp, counters: readonly Counter[]): Promise<Settle> {
  const taken = counters.slice(0, await takeAtOnce(app, counters));
  try {
    for (const counter of counters.slice(taken.length)) {
      const result = await app.inFlight.enter(counter.key, counter.take);
      if (!result.isAllowed) throw rateLimited(counter.name, result.retryAfterMs);
      taken.push(counter);
    }
  } catch (error) {
    await settle(
      app,
      taken,
      taken.map(() => "unspent"),
    );
    throw error;
  }
  return (outcomes) => settle(app, counters, outcomes);
}

/** With one statement, where the database can. Returns how many were taken; the others are taken one by one. */
async function takeAtOnce(app: AttemptApp, counters: readonly Counter[]): Promise<number> {
  const statements = engineOf(app.db).singleStatements;
  if (!statements || counters.length < 2) return 0;
  const takes = counters.flatMap(({ inStatement }) => inStatement?.() ?? []);
  if (takes.length < counters.length) return 0;
  const keys = counters.map(({ key }) => key);
  return app.inFlight.enterAll(keys, () => statements.takeLimits(app.db, takes));
}

async function settle(
  app: AttemptApp,
  counters: readonly Counter[],
  outcomes: readonly Outcome[],
): Promise<void> {
  const changed = counters.flatMap((counter, n) => {
    const outcome = outcomes[n];
    return outcome === "unspent" || outcome === "proven" ? [{ counter, outcome }] : [];
  });
  try {
    await change(app, changed);
  } catch (error) {
    // The call itself has ended, well or badly, and that is what its caller wants to hear.
    const rules = changed.map(({ counter }) => counter.name).join(", ");
    app.log("warn", "rate limit not given back", { rule: rules, detail: String(error) });
  } finally {
    for (const [n, { key, limit }] of counters.entries()) {
      const outcome = outcomes[n];
      app.inFlight.leave(key, outcome === "failed" ? 0 : outcome === "proven" ? limit : 1);
    }
  }
}

type Change = { counter: Counter; outcome: "unspent" | "proven" };

async function change(app: AttemptApp, changed: readonly Change[]): Promise<void> {
  const statements = engineOf(app.db).singleStatements;
  if (statements && changed.length > 1 && changed.every(({ counter }) => counter.inStatement)) {
    const settlements = changed.map(({ counter, outcome }) => ({
      key: counter.key,
      how: outcome === "proven" ? ("clear" as const) : ("give back" as const),
    }));
    return statements.settleLimits(app.db, settlements);
  }
  for (const { counter, outcome } of changed) {
    await (outcome === "proven" ? counter.clear() : counter.giveBack());
  }
}
