import type { StripeSubscriptionThing } from "../../src/testing/stores/stripe-things.ts";

export const MONTH_S = 30 * 86_400;

/** In milliseconds. */
export function periodOf({ items }: StripeSubscriptionThing): { start: number; end: number } {
  const [item] = items.data;
  return { start: (item?.current_period_start ?? 0) * 1000, end: (item?.current_period_end ?? 0) * 1000 };
}

/** Of a month, from then on. */
export function beginPeriod({ items }: StripeSubscriptionThing, startMs: number): void {
  for (const item of items.data) {
    item.current_period_start = Math.floor(startMs / 1000);
    item.current_period_end = item.current_period_start + MONTH_S;
  }
}
