import type { App } from "../../app.ts";
import {
  type Attempt,
  type Outcome,
  type PendingTake,
  rateLimited,
} from "../../domain/rate-limits/rate-limiter.ts";
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
 * - `calls-in-handler`: the same, but where one statement can do it together with the work, the handler counts it
 * - `failures`: calls that end in one of these reasons count, and no more of them than the limit can
 *   be under way at once; a success gives back what it took, or clears the counter if it proves
 *   the credential
 * - `failures-afterwards`: the same, but nothing is asked or written on behalf of a call that succeeds
 */
export type Rule<Request, Context> = Readonly<
  { name: RateLimitName; subject: Subject<Request, Context> } & (
    | { counts: "calls" | "calls-in-handler" }
    | { counts: "failures"; failures: readonly Reason[]; successProves: boolean }
    | { counts: "failures-afterwards"; failures: readonly Reason[] }
  )
>;

type FailureRule<Request, Context> = Rule<Request, Context> & { counts: "failures" };

/** The handler behind its rules: over the wire and for the pages alike. */
export function limited<Request, Context>(
  app: LimitApp,
  rules: readonly Rule<Request, Context>[],
  handle: Handle<Request, Context>,
): Handle<Request, Context> {
  if (rules.length === 0) return handle;
  const isFailureRule = (rule: Rule<Request, Context>) => rule.counts === "failures";
  const failureRules = rules.filter(isFailureRule) as FailureRule<Request, Context>[];
  return async (request, context) => {
    for (const rule of rules) {
      if (rule.counts === "calls") await spend(app, rule, request, context);
      if (rule.counts === "calls-in-handler") await leaveToHandler(app, rule, request, context);
    }
    const settle = await begin(app, failureRules, request, context);
    try {
      const answer = await handle(request, context);
      await settle(undefined, true);
      return answer;
    } catch (error) {
      const reason = error instanceof AppError ? error.reason : undefined;
      await settle(reason, false);
      await countAfterwards(app, rules, request, context, reason);
      throw error;
    }
  };
}

type SettleCall = (reason: Reason | undefined, hasSucceeded: boolean) => Promise<void>;

async function begin<Request, Context>(
  app: LimitApp,
  rules: readonly FailureRule<Request, Context>[],
  request: Request,
  context: Context,
): Promise<SettleCall> {
  const counted: FailureRule<Request, Context>[] = [];
  const attempts: Attempt[] = [];
  for (const rule of rules) {
    const subject = await rule.subject(request, context, app);
    if (subject === undefined) continue;
    counted.push(rule);
    attempts.push({ name: rule.name, subject });
  }
  if (attempts.length === 0) return async () => {};
  const settle = await app.rateLimits.attempt(attempts);
  return (reason, hasSucceeded) =>
    settle(
      counted.map((rule): Outcome => {
        if (reason !== undefined && rule.failures.includes(reason)) return "failed";
        return hasSucceeded && rule.successProves ? "proven" : "unspent";
      }),
    );
}

async function countAfterwards<Request, Context>(
  app: LimitApp,
  rules: readonly Rule<Request, Context>[],
  request: Request,
  context: Context,
  reason: Reason | undefined,
): Promise<void> {
  for (const rule of rules) {
    if (rule.counts !== "failures-afterwards" || reason === undefined) continue;
    if (rule.failures.includes(reason)) await spend(app, rule, request, context);
  }
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

async function leaveToHandler<Request, Context>(
  app: LimitApp,
  rule: Rule<Request, Context>,
  request: Request,
  context: Context,
): Promise<void> {
  const subject = await rule.subject(request, context, app);
  const pending = subject === undefined ? undefined : app.rateLimits.pending(rule.name, subject);
  if (!pending) return spend(app, rule, request, context);
  (context as { pendingTake?: PendingTake }).pendingTake = pending;
}

/**
 * Counts a key or token that nobody has, and refuses once an address has sent too many. Keys that are
 * known go on working from there: thousands of phones may share the address with a broken one.
 */
export async function countUnknownKey(app: LimitApp, context: Call): Promise<void> {
  const taken = await app.rateLimits.take("unknown_key_address", networkOf(context.clientIp));
  if (!taken.isAllowed) throw rateLimited("unknown_key_address", taken.retryAfterMs);
}
