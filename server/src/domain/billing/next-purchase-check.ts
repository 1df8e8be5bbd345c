import type { Millis, PurchaseRow } from "../../storage/db.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Longer than telling the store takes. */
const UNSETTLED_MS = 10 * MINUTE_MS;
/** As long as the catalog may learn about a product that was sold before it was in there. */
const UNKNOWN_FOR_MS = 30 * DAY_MS;

/**
 * When the store is asked without having told anything: soon about what it still waits to hear of, daily about
 * what is not paid yet, and daily for a month about a product that the catalog does not know.
 */
export function nextPurchaseCheck(
  row: Pick<PurchaseRow, "state" | "kind" | "purchasedAt">,
  isSettled: boolean,
  now: Millis,
): Millis | null {
  if (!isSettled) return now + UNSETTLED_MS;
  if (row.state === "pending") return now + DAY_MS;
  const isUnknown = row.kind === "" && row.state === "paid" && now - row.purchasedAt < UNKNOWN_FOR_MS;
  return isUnknown ? now + DAY_MS : null;
}
