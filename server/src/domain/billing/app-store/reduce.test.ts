import { describe, expect, test } from "vitest";
import type { Snapshot } from "../snapshot.ts";
import { readRenewal, readTransaction } from "./read-transaction.ts";
import { reduceStatus, reduceTransaction } from "./reduce.ts";

const DAY_MS = 86_400_000;
const BOUGHT = Date.parse("2026-05-01T00:00:00Z");
const SIGNED = BOUGHT + 10 * DAY_MS;
const ENDS = BOUGHT + 30 * DAY_MS;

const transaction = {
  originalTransactionId: "2000000000000001",
  bundleId: "com.example.fernweh",
  productId: "com.example.fernweh.pro_monthly",
  type: "Auto-Renewable Subscription",
  purchaseDate: BOUGHT,
  originalPurchaseDate: BOUGHT - 60 * DAY_MS,
  expiresDate: ENDS,
  inAppOwnershipType: "PURCHASED",
  signedDate: SIGNED,
  environment: "Production",
  price: 9990,
  currency: "EUR",
};
const renewal = {
  originalTransactionId: "2000000000000001",
  productId: "com.example.fernweh.pro_monthly",
  autoRenewStatus: 1,
  renewalDate: ENDS,
  signedDate: SIGNED + 1,
  environment: "Production",
};
const trial = { offerType: 1, offerDiscountType: "FREE_TRIAL" };

type Said = { status: number | undefined; transaction?: object; renewal?: object };

function reduce({ status, transaction: t = {}, renewal: r = {} }: Said): Snapshot {
  return reduceStatus({
    status,
    transaction: readTransaction({ ...transaction, ...t }),
    renewal: readRenewal({ ...renewal, ...r }),
  });
}

describe("What Apple says about a subscription", () => {
  test("becomes a snapshot, with the price in millionths and as old as its oldest signature", () => {
    expect(reduce({ status: 1 })).toEqual({
      store: "app_store",
      subjectKey: "2000000000000001",
      environment: "production",
      takenAt: SIGNED,
      state: "active",
      productId: "com.example.fernweh.pro_monthly",
      planId: "",
      willRenew: true,
      isTrial: false,
      familyShared: false,
      startedAt: BOUGHT - 60 * DAY_MS,
      periodStart: BOUGHT,
      periodEnd: ENDS,
      accessUntil: ENDS,
      canceledAt: null,
      pausedUntil: null,
      cancelReason: "",
      priceMicros: 9_990_000,
      currency: "EUR",
      accountToken: null,
      addOns: [],
      replaces: [],
      isSuperseded: false,
      needsAcknowledgement: false,
    });
  });

  const off = { autoRenewStatus: 0 };
  const rows: [string, Said, Partial<Snapshot>][] = [
    ["1 and renewing is active", { status: 1 }, { state: "active", willRenew: true }],
    [
      "1 in a free trial is trialing",
      { status: 1, transaction: trial },
      { state: "trialing", isTrial: true },
    ],
    ["1 and not renewing is canceled", { status: 1, renewal: off }, { state: "canceled", willRenew: false }],
    [
      "1 in a free trial and not renewing is canceled, and still a trial",
      { status: 1, transaction: trial, renewal: off },
      { state: "canceled", isTrial: true, willRenew: false },
    ],
    [
      "an introductory price is no trial",
      { status: 1, transaction: { offerType: 1, offerDiscountType: "PAY_UP_FRONT" } },
      { state: "active", isTrial: false },
    ],
    [
      "4 is the grace period, until its own end",
      { status: 4, renewal: { gracePeriodExpiresDate: ENDS + 16 * DAY_MS } },
      { state: "grace_period", periodEnd: ENDS, accessUntil: ENDS + 16 * DAY_MS, willRenew: true },
    ],
    ["4 without an end is over with the period", { status: 4 }, { state: "grace_period", accessUntil: ENDS }],
    ["3 is on hold", { status: 3 }, { state: "on_hold", willRenew: true, accessUntil: ENDS }],
    [
      "2 is expired, for Apple's reason",
      { status: 2, renewal: { ...off, expirationIntent: 1 } },
      { state: "expired", willRenew: false, cancelReason: "customer_canceled" },
    ],
    [
      "2 after failed payments",
      { status: 2, renewal: { ...off, expirationIntent: 2 } },
      { cancelReason: "billing_error" },
    ],
    [
      "a reason that is not known yet keeps its number",
      { status: 2, renewal: { ...off, expirationIntent: 9 } },
      { cancelReason: "expiration_intent_9" },
    ],
    ["5 is revoked", { status: 5 }, { state: "revoked", willRenew: false }],
    [
      "a refund is revoked, whatever the status",
      { status: 1, transaction: { revocationDate: SIGNED - 5, revocationReason: 1 } },
      { state: "revoked", canceledAt: SIGNED - 5, cancelReason: "refunded_due_to_issue", willRenew: false },
    ],
    [
      "a refund of an expired one is revoked: the stronger word counts",
      { status: 2, transaction: { revocationDate: SIGNED - 5, revocationReason: 0 } },
      { state: "revoked", cancelReason: "refunded_for_other_reason" },
    ],
    [
      "a refund of an earlier period leaves the newest as it is",
      {
        status: 1,
        transaction: { revocationDate: SIGNED - 5, productId: "com.example.fernweh.old", price: 1 },
        renewal: { renewalDate: ENDS + 30 * DAY_MS },
      },
      {
        state: "active",
        productId: "com.example.fernweh.pro_monthly",
        periodEnd: ENDS + 30 * DAY_MS,
        accessUntil: ENDS + 30 * DAY_MS,
        canceledAt: null,
        priceMicros: null,
      },
    ],
    [
      "a refund that was declined for an earlier period leaves the newest as it is",
      {
        status: 1,
        transaction: { purchaseDate: BOUGHT - 30 * DAY_MS, expiresDate: BOUGHT },
        renewal: { renewalDate: ENDS },
      },
      { state: "active", periodEnd: ENDS, accessUntil: ENDS },
    ],
    [
      "what a family shares is told",
      { status: 1, transaction: { inAppOwnershipType: "FAMILY_SHARED" } },
      { familyShared: true },
    ],
    [
      "an upgraded one is superseded",
      { status: 1, transaction: { isUpgraded: true } },
      { isSuperseded: true },
    ],
    [
      "the buyer's token is in lower case",
      { status: 1, transaction: { appAccountToken: "7E3FB20B-4CDB-47CC-936D-99D65F608138" } },
      { accountToken: "7e3fb20b-4cdb-47cc-936d-99d65f608138" },
    ],
    [
      "the token of the renewal counts where the transaction has none",
      { status: 1, renewal: { appAccountToken: "7e3fb20b-4cdb-47cc-936d-99d65f608138" } },
      { accountToken: "7e3fb20b-4cdb-47cc-936d-99d65f608138" },
    ],
    [
      "a token that is no UUID is none",
      { status: 1, transaction: { appAccountToken: "ada" } },
      { accountToken: null },
    ],
    [
      "the sandbox is told apart",
      { status: 1, transaction: { environment: "Sandbox" }, renewal: { environment: "Sandbox" } },
      { environment: "sandbox" },
    ],
    ["no price is none", { status: 1, transaction: { price: undefined } }, { priceMicros: null }],
    ["a status that is not known yet goes by the dates", { status: 9 }, { state: "active" }],
    [
      "no status goes by the dates",
      { status: undefined, transaction: { expiresDate: SIGNED } },
      { state: "expired" },
    ],
  ];
  test.each(rows)("%s", (_, said, expected) => {
    expect(reduce(said)).toMatchObject(expected);
  });

  test("a purchase that never ends is no subscription", () => {
    expect(() => reduce({ status: 1, transaction: { expiresDate: undefined } })).toThrow(
      expect.objectContaining({ reason: "PURCHASE_INVALID" }),
    );
  });
});

describe("What a transaction alone says", () => {
  const alone = (t: object, now = SIGNED): Snapshot =>
    reduceTransaction(readTransaction({ ...transaction, ...t }), now);

  const rows: [string, Snapshot, Partial<Snapshot>][] = [
    ["active until its end", alone({}), { state: "active", willRenew: true, accessUntil: ENDS }],
    ["trialing in a free trial", alone(trial), { state: "trialing", isTrial: true }],
    ["expired after its end", alone({}, ENDS), { state: "expired", willRenew: false }],
    ["revoked once refunded", alone({ revocationDate: SIGNED }), { state: "revoked", canceledAt: SIGNED }],
  ];
  test.each(rows)("%s", (_, snapshot, expected) => {
    expect(snapshot).toMatchObject(expected);
  });

  test("is as old as the purchase, so that an old purchase signed anew undoes nothing", () => {
    const newest = alone({ signedDate: SIGNED });
    const oldest = alone({
      ...{ purchaseDate: BOUGHT - 30 * DAY_MS, expiresDate: BOUGHT, isUpgraded: true },
      signedDate: SIGNED + DAY_MS,
    });
    expect(oldest.takenAt).toBeLessThan(newest.takenAt);
    expect(alone({ revocationDate: SIGNED }).takenAt).toBeGreaterThan(newest.takenAt);
  });
});
