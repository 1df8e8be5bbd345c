import type { Millis, SubscriptionRow } from "../../storage/db.ts";
import { isOver } from "./access.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A store's clock and ours differ a little. */
const SLACK_MS = MINUTE_MS;
/** While a period has just ended and nothing was told about it. */
const ROUND_THE_END_MS = 10 * MINUTE_MS;

/**
 * When the store is asked without having told anything: when the period ends and again in the hour
 * after that, when a pause ends, and once a day. Never about what is over, unless it renews: Stripe
 * charges again for what was refunded and not ended.
 */
export function nextCheck(
  row: Pick<SubscriptionRow, "state" | "accessUntil" | "pausedUntil" | "supersededBy" | "willRenew">,
  now: Millis,
): Millis | null {
  const isChargedAgain = row.state === "revoked" && row.willRenew === 1;
  if ((isOver(row) && !isChargedAgain) || row.supersededBy !== null) return null;
  const moments = [now + DAY_MS];
  const end = row.accessUntil + SLACK_MS;
  if (end > now) moments.push(end);
  else if (now - row.accessUntil < HOUR_MS) moments.push(now + ROUND_THE_END_MS);
  if (row.pausedUntil !== null && row.pausedUntil + SLACK_MS > now) moments.push(row.pausedUntil + SLACK_MS);
  return Math.min(...moments);
}

/** After a store that did not answer. */
export function checkAgainAt(failures: number, now: Millis): Millis {
  return now + Math.min(6 * HOUR_MS, MINUTE_MS * 2 ** Math.min(failures, 12));
}
