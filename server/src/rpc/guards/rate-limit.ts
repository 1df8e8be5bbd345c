import type { App } from "../../app.ts";
import { type Outcome, rateLimited } from "../../domain/rate-limits/rate-limiter.ts";
import type { RateLimitName } from "../../domain/rate-limits/rules.ts";
import { AppError, type Reason } from "../../errors.ts";
import type { MaybePromise } from "../../runtime/maybe-promise.ts";
import { networkOf } from "../../wire/network-of.ts";
import type { Call, Handle } from "../context.ts";

type LimitApp = Pick<App, "db" | "rateLimits">;

/** Whom a call is counted for; undefined when the rule has nothing to say about this call. */
export type Subject<Request, Context = Call> = (
  request: Request,
  context: Context,
  app: LimitApp,
) => MaybePromise<string | undefined>;

/**
 * - `calls`: every call counts
 * - `failures`: calls that end in one of these reasons count, and no more of them than the limit can
 *   be under way at once; a success gives back what it took, or clears the counter if it proves
 *   the credential
 * - `failures-afterwards`: the same, but nothing is asked or written on behalf of a call that succeeds
 */
export type Rule<Request, Context> = Readonly<
  { name: RateLimitName; subject: Subject<Request, Context> } & (
    | { counts: "calls" }
    | { counts: "failures"; failures: readonly Reason[]; successProves: boolean }
    | { counts: "failures-afterwards"; failures: readonly Reason[] }
  )
>;

type Settle = (reason: Reason | undefined, hasSucceeded: boolean) => Promise<void>;

/** The handler behind its rules: over the wire and for the pages alike. */
export function limited<Request, Context>(
  app: LimitApp,
  rules: readonly Rule<Request, Context>[],
  handle: Handle<Request, Context>,
): Handle<Request, Context> {
  if (rules.length === 0) return handle;
  return async (request, context) => {
    const settles: Settle[] = [];
    try {
      for (const rule of rules) settles.push(await begin(app, rule, request, context));
      const answer = await handle(request, context);
      for (const settle of settles) await settle(undefined, true);
      return answer;
    } catch (error) {
      const reason = error instanceof AppError ? error.reason : undefined;
      let refusal: unknown = error;
      for (const settle of settles) await settle(reason, false).catch((limit: unknown) => (refusal = limit));
      throw refusal;
    }
  };
}

async function begin<Request, Context>(
  app: LimitApp,
  rule: Rule<Request, Context>,
  request: Request,
  context: Context,
): Promise<Settle> {
  if (rule.counts === "failures-afterwards") {
    return async (reason) => {
      if (reason !== undefined && rule.failures.includes(reason)) await spend(app, rule, request, context);
    };
  }
  if (rule.counts === "calls") {
    await spend(app, rule, request, context);
    return async () => {};
  }
  const subject = await rule.subject(request, context, app);
  if (subject === undefined) return async () => {};
  const settle = await app.rateLimits.attempt(rule.name, subject);
  return (reason, hasSucceeded) => {
    const hasFailed = reason !== undefined && rule.failures.includes(reason);
    const unlessFailed: Outcome = hasSucceeded && rule.successProves ? "proven" : "unspent";
    return settle(hasFailed ? "failed" : unlessFailed);
  };
}

async function spend<Request, Context>(
  app: LimitApp,
  rule: Rule<Request, Context>,
  request: Request,
  context: Context,
): Promise<void> {
  const subject = await rule.subject(request, context, app);
  if (subject === undefined) return;
  const taken = await app.rateLimits.take(rule.name, subject);
  if (!taken.isAllowed) throw rateLimited(rule.name, taken.retryAfterMs);
}

/**
 * Counts a key or token that nobody has, and refuses once an address has sent too many. Keys that are
 * known go on working from there: thousands of phones may share the address with a broken one.
 */
export async function countUnknownKey(app: LimitApp, context: Call): Promise<void> {
  const taken = await app.rateLimits.take("unknown_key_address", networkOf(context.clientIp));
  if (!taken.isAllowed) throw rateLimited("unknown_key_address", taken.retryAfterMs);
}
