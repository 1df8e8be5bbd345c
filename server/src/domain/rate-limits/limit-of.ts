import type { Limit } from "./counters.ts";
import { type RateLimit, type RateLimitName, rateLimitRules } from "./rules.ts";

const LONGEST_PAUSE_MS = 15 * 60_000;
const MAILS_AT_ONCE = 3;

/** The limit of a rule with the configured figures. */
export function limitOf(name: RateLimitName, { limit, windowMs }: RateLimit): Limit {
  const { by } = rateLimitRules[name];
  switch (by) {
    case "window":
      return { by, limit, windowMs };
    case "streak":
      return { by, limit, pausesMs: doublingPauses(windowMs) };
    case "paced":
      return { by, limit, windowMs, ...pace(limit, windowMs) };
  }
}

/**
 * Spreads the attempts evenly, so that a call is refused only if another was allowed within the last `everyMs`. Any
 * window has at most `limit`.
 */
function pace(limit: number, windowMs: number): { atOnce: number; everyMs: number } {
  const atOnce = Math.min(MAILS_AT_ONCE, limit);
  return { atOnce, everyMs: Math.ceil(windowMs / (limit - atOnce + 1)) };
}

/** Pauses stop doubling at 15 minutes, so that an attacker cannot lock the owner out for long. */
function doublingPauses(firstMs: number): number[] {
  const pauses: number[] = [];
  for (let ms = firstMs; ms < LONGEST_PAUSE_MS; ms *= 2) pauses.push(ms);
  return [...pauses, Math.max(firstMs, LONGEST_PAUSE_MS)];
}
