import { expect, test } from "vitest";
import type { StripeItem, StripeSubscription } from "./client.ts";
import { unitAmountOf } from "./minor-units.ts";
import { reduceStripe } from "./reduce.ts";

const DAY_S = 86_400;
const START = Date.parse("2030-01-01T00:00:00Z") / 1000;
const END = START + 30 * DAY_S;

const item: StripeItem = {
  periodStart: START,
  periodEnd: END,
  productId: "prod_1",
  lookupKey: "svc:demo:pro:p1m:usd",
  unitAmount: 999,
  currency: "usd",
};
const active: StripeSubscription = {
  id: "sub_1",
  status: "active",
  hasEnded: false,
  projectId: null,
  items: [item],
  livemode: true,
  customer: "cus_1",
  startDate: START - 60 * DAY_S,
  cancelAtPeriodEnd: false,
  cancelAt: null,
  canceledAt: null,
  endedAt: null,
  cancelReason: "",
  resumesAt: null,
  currency: "usd",
  accountToken: "5F0A62B0-0000-4000-8000-000000000001",
  refund: { isWhole: false },
};
const refund = { isWhole: true };
const reduce = (changes: Partial<StripeSubscription>, day = 1) =>
  reduceStripe({ ...active, ...changes }, item, (START + day * DAY_S) * 1000, { stripeGraceDays: 7 });

test.each<[string, Partial<StripeSubscription>, number, string, boolean]>([
  ["incomplete", { status: "incomplete" }, 1, "pending", false],
  ["incomplete_expired", { status: "incomplete_expired" }, 1, "expired", false],
  ["trialing", { status: "trialing" }, 1, "trialing", true],
  ["trialing, to be cancelled", { status: "trialing", cancelAtPeriodEnd: true }, 1, "canceled", false],
  ["active", {}, 1, "active", true],
  ["active, to be cancelled at the end", { cancelAtPeriodEnd: true }, 1, "canceled", false],
  ["active, to be cancelled at a time", { cancelAt: END }, 1, "canceled", false],
  ["past_due within the grace days", { status: "past_due" }, 6, "grace_period", true],
  ["past_due after the grace days", { status: "past_due" }, 8, "on_hold", true],
  ["unpaid", { status: "unpaid" }, 1, "on_hold", false],
  ["paused", { status: "paused" }, 1, "paused", false],
  ["canceled", { status: "canceled", endedAt: START + DAY_S }, 2, "expired", false],
  ["refunded, whatever the status", { refund }, 1, "revoked", true],
  ["perhaps refunded", { refund: { isWhole: undefined, lacking: "rak_charge_read" } }, 1, "active", true],
  ["refunded and canceled", { refund, status: "canceled" }, 1, "revoked", false],
  ["a status that Stripe may invent", { status: "dormant" }, 1, "expired", false],
])("%s", (_, changes, day, state, willRenew) => {
  expect(reduce(changes, day)).toMatchObject({ state, willRenew });
});

test("access lasts to the end of the period, of the grace days, or until it was ended", () => {
  expect(reduce({}).accessUntil).toBe(END * 1000);
  expect(reduce({ status: "past_due" }).accessUntil).toBe((START + 7 * DAY_S) * 1000);
  expect(reduce({ cancelAt: START + 3 * DAY_S }).accessUntil).toBe((START + 3 * DAY_S) * 1000);
  expect(reduce({ status: "canceled", endedAt: START + DAY_S }).accessUntil).toBe((START + DAY_S) * 1000);
});

test("times are milliseconds, the currency in capitals, the token in lower case, test purchases sandbox", () => {
  expect(reduce({ livemode: false })).toMatchObject({
    environment: "sandbox",
    startedAt: active.startDate * 1000,
    currency: "USD",
    priceMicros: 9_990_000,
    accountToken: "5f0a62b0-0000-4000-8000-000000000001",
    takenAt: (START + DAY_S) * 1000,
  });
  expect(reduce({ status: "trialing" }).isTrial).toBe(true);
});

test.each([
  ["9.99", "USD", 999],
  ["1000", "JPY", 1000],
  ["9.99", "JPY", undefined],
  ["1.234", "KWD", 1234],
  ["10", "ISK", 1000],
])("%s %s is %s of the smallest unit", (amount, currency, units) => {
  expect(unitAmountOf(amount, currency)).toBe(units);
});
