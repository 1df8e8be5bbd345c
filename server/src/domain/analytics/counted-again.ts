import type { Millis, RollupRow } from "../../storage/db.ts";
import { dayOf, startOfDay } from "./days.ts";

/** An event that is committed later than this after its time may be missed. */
export const LATE_MS = 3_600_000;

/** The next rollup counts the events from then on, in whole days. */
export function countedAgainFrom({ countedUntil, timezone }: RollupRow): Millis {
  return countedUntil === 0 ? 0 : startOfDay(dayOf(countedUntil - LATE_MS, timezone), timezone);
}
