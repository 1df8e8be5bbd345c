import type { androidpublisher_v3 } from "@googleapis/androidpublisher";
import { describe, expect, test } from "vitest";
import type { Snapshot } from "../snapshot.ts";
import type { PlaySubscription } from "./client.ts";
import { type PlayContext, reducePlay } from "./reduce.ts";

type PurchaseV2 = androidpublisher_v3.Schema$SubscriptionPurchaseV2;
type LineItem = androidpublisher_v3.Schema$SubscriptionPurchaseLineItem;

const NOW = Date.parse("2030-03-15T12:00:00Z");
const DAY_MS = 86_400_000;
const at = (ms: number): string => new Date(ms).toISOString();
const END = Date.parse("2030-04-10T08:00:00Z");
const START = Date.parse("2030-01-10T08:00:00Z");

const item = (more: LineItem = {}): LineItem => ({
  productId: "pro",
  expiryTime: at(END),
  latestSuccessfulOrderId: "GPA.1..2",
  offerDetails: { basePlanId: "p1m" },
  offerPhase: { basePrice: {} },
  autoRenewingPlan: {
    autoRenewEnabled: true,
    recurringPrice: { currencyCode: "EUR", units: "9", nanos: 990_000_000 },
  },
  ...more,
});

const purchase = (state: string, more: PurchaseV2 = {}, lineItem: LineItem = {}): PurchaseV2 => ({
  subscriptionState: `SUBSCRIPTION_STATE_${state}`,
  startTime: at(START),
  acknowledgementState: "ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED",
  lineItems: [item(lineItem)],
  ...more,
});

const renewsNot: LineItem = { autoRenewingPlan: {} };
const { autoRenewingPlan: _, ...once } = item();
const prepaid: LineItem = { ...once, prepaidPlan: {} };
const trial: LineItem = { offerPhase: { freeTrial: {} } };

function reduce(answer: PurchaseV2, context: Partial<PlayContext> = {}): Snapshot {
  // As it comes over the wire.
  return reducePlay(JSON.parse(JSON.stringify(answer)) as PlaySubscription, {
    purchaseToken: "token-1",
    takenAt: NOW,
    periodOf: (_productId, planId) => (planId === "p1m" ? "P1M" : undefined),
    revocations: { isPurchase: false, orderIds: [] },
    ...context,
  });
}

describe("A subscription at Google Play", () => {
  const ended = at(NOW - DAY_MS);
  test.each<[string, PurchaseV2, Partial<Snapshot>]>([
    [
      "PENDING",
      purchase("PENDING", { startTime: null }, { expiryTime: null }),
      { state: "pending", willRenew: false },
    ],
    [
      "ACTIVE in a free trial",
      purchase("ACTIVE", {}, trial),
      { state: "trialing", isTrial: true, willRenew: true },
    ],
    ["ACTIVE", purchase("ACTIVE"), { state: "active", isTrial: false, willRenew: true }],
    [
      "ACTIVE at an introductory price",
      purchase("ACTIVE", {}, { offerPhase: { introductoryPrice: {} } }),
      { state: "active", isTrial: false },
    ],
    [
      "ACTIVE that will not renew",
      purchase("ACTIVE", {}, renewsNot),
      { state: "canceled", willRenew: false },
    ],
    [
      "ACTIVE and prepaid",
      purchase("ACTIVE", { lineItems: [prepaid] }),
      { state: "active", willRenew: false, priceMicros: null, currency: "" },
    ],
    [
      "CANCELED, paid until later",
      purchase("CANCELED", {}, renewsNot),
      { state: "canceled", willRenew: false, accessUntil: END },
    ],
    [
      "CANCELED in a free trial",
      purchase("CANCELED", {}, { ...trial, ...renewsNot }),
      { state: "canceled", isTrial: true },
    ],
    [
      "CANCELED, and the time is over",
      purchase("CANCELED", {}, { ...renewsNot, expiryTime: ended }),
      { state: "expired" },
    ],
    [
      "CANCELED, and the time is over now",
      purchase("CANCELED", {}, { ...renewsNot, expiryTime: at(NOW) }),
      { state: "expired" },
    ],
    [
      "IN_GRACE_PERIOD",
      purchase("IN_GRACE_PERIOD"),
      { state: "grace_period", willRenew: true, accessUntil: END },
    ],
    [
      "ON_HOLD",
      purchase("ON_HOLD", {}, { expiryTime: ended }),
      { state: "on_hold", willRenew: true, accessUntil: NOW - DAY_MS },
    ],
    [
      "PAUSED",
      purchase("PAUSED", { pausedStateContext: { autoResumeTime: at(END) } }, { expiryTime: ended }),
      { state: "paused", pausedUntil: END },
    ],
    [
      "EXPIRED",
      purchase("EXPIRED", {}, { ...renewsNot, expiryTime: ended }),
      { state: "expired", willRenew: false },
    ],
    [
      "PENDING_PURCHASE_CANCELED",
      purchase("PENDING_PURCHASE_CANCELED", { startTime: null }, { expiryTime: null }),
      { state: "expired" },
    ],
    ["in a state of later days, running", purchase("DREAMING"), { state: "active", willRenew: true }],
    [
      "in a state of later days, over",
      purchase("DREAMING", {}, { expiryTime: ended }),
      { state: "expired", willRenew: false },
    ],
    ["in no state", purchase("UNSPECIFIED", { subscriptionState: null }), { state: "active" }],
  ])("%s", (_name, answer, expected) => {
    expect(reduce(answer)).toMatchObject(expected);
  });

  test("is told whole", () => {
    expect(reduce(purchase("ACTIVE"))).toEqual({
      store: "play_store",
      subjectKey: "token-1",
      environment: "production",
      takenAt: NOW,
      state: "active",
      productId: "pro",
      planId: "p1m",
      willRenew: true,
      isTrial: false,
      familyShared: false,
      startedAt: START,
      periodStart: Date.parse("2030-03-10T08:00:00Z"),
      periodEnd: END,
      accessUntil: END,
      canceledAt: null,
      pausedUntil: null,
      cancelReason: "",
      priceMicros: 9_990_000,
      currency: "EUR",
      addOns: [],
      accountToken: null,
      replaces: [],
      isSuperseded: false,
      needsAcknowledgement: false,
    });
  });

  test("is revoked by what Google told about it or about its last order, in whatever state it is", () => {
    const told = [
      { isPurchase: true, orderIds: [] },
      { isPurchase: false, orderIds: ["GPA.1..2"] },
    ];
    for (const state of ["ACTIVE", "CANCELED", "EXPIRED", "ON_HOLD", "IN_GRACE_PERIOD", "PAUSED"]) {
      for (const revocations of told) {
        const snapshot = reduce(purchase(state), { revocations });
        expect(snapshot).toMatchObject({ state: "revoked", willRenew: false });
      }
      const revocations = { isPurchase: false, orderIds: ["GPA.1..1"] };
      expect(reduce(purchase(state), { revocations }).state).not.toBe("revoked");
    }
  });

  test("that is a test purchase is one of the sandbox", () => {
    expect(reduce(purchase("ACTIVE", { testPurchase: {} })).environment).toBe("sandbox");
  });

  describe("with several items", () => {
    const lineItems = [
      item({ productId: "early", expiryTime: at(END - DAY_MS), latestSuccessfulOrderId: "GPA.2" }),
      item({ productId: "late", offerDetails: { basePlanId: "p1y" } }),
      item({ productId: "to-come", expiryTime: null, latestSuccessfulOrderId: null }),
    ];
    const early = { productId: "early", planId: "p1m", accessUntil: END - DAY_MS, willRenew: true };

    test("counts as the one that ends last, with the others as add-ons; one that is to come has no end yet", () => {
      expect(reduce(purchase("ACTIVE", { lineItems }))).toMatchObject({
        productId: "late",
        planId: "p1y",
        periodEnd: END,
        addOns: [early],
      });
    });

    test("loses the one whose order was taken back, and only that", () => {
      const reduced = (...orderIds: string[]) =>
        reduce(purchase("ACTIVE", { lineItems }), { revocations: { isPurchase: false, orderIds } });
      expect(reduced("GPA.2")).toMatchObject({ state: "active", productId: "late", addOns: [] });
      expect(reduced("GPA.1..2")).toMatchObject({ state: "active", productId: "early", addOns: [] });
      const two = purchase("ACTIVE", { lineItems: lineItems.slice(0, 2) });
      const revocations = { isPurchase: false, orderIds: ["GPA.2", "GPA.1..2"] };
      expect(reduce(two, { revocations })).toMatchObject({ state: "revoked", willRenew: false });
    });

    test("is revoked as a whole when Google says so and that nothing of it runs", () => {
      const revocations = { isPurchase: true, orderIds: [] };
      expect(reduce(purchase("ACTIVE", { lineItems }), { revocations }).state).toBe("active");
      expect(reduce(purchase("EXPIRED", { lineItems }), { revocations }).state).toBe("revoked");
    });

    test("tells of each whether it renews", () => {
      const removed = item({ productId: "removed", autoRenewingPlan: {} });
      const answer = purchase("ACTIVE", { lineItems: [item(), removed] });
      expect(reduce(answer)).toMatchObject({
        ...{ productId: "pro", willRenew: true },
        addOns: [{ productId: "removed", willRenew: false }],
      });
    });
  });

  test("begins its period where the catalog's period ends, and never before the subscription", () => {
    const short = purchase("ACTIVE", { startTime: at(END - 3 * DAY_MS) });
    expect(reduce(short).periodStart).toBe(END - 3 * DAY_MS);
    expect(reduce(purchase("ACTIVE", {}, trial)).periodStart).toBe(START);
    expect(reduce(purchase("ACTIVE"), { periodOf: () => undefined }).periodStart).toBe(START);
    const monthEnd = purchase("ACTIVE", {}, { expiryTime: "2030-03-31T00:00:00Z" });
    expect(reduce(monthEnd).periodStart).toBe(Date.parse("2030-02-28T00:00:00Z"));
  });

  test.each<[string, PurchaseV2["canceledStateContext"], Partial<Snapshot>]>([
    [
      "by its user",
      { userInitiatedCancellation: { cancelTime: at(NOW), cancelSurveyResult: { reasonUserInput: "mine" } } },
      { cancelReason: "user", canceledAt: NOW, isSuperseded: false },
    ],
    ["by Google", { systemInitiatedCancellation: {} }, { cancelReason: "system", canceledAt: null }],
    ["by its seller", { developerInitiatedCancellation: {} }, { cancelReason: "developer" }],
    ["for another one", { replacementCancellation: {} }, { cancelReason: "replacement", isSuperseded: true }],
    ["for a reason of later days", { newCancellation: {} } as object, { cancelReason: "newCancellation" }],
  ])(
    "that was canceled %s says so, and nothing that a person wrote",
    (_name, canceledStateContext, expected) => {
      const snapshot = reduce(
        purchase("CANCELED", canceledStateContext ? { canceledStateContext } : {}, renewsNot),
      );
      expect(snapshot).toMatchObject(expected);
      expect(JSON.stringify(snapshot)).not.toContain("mine");
    },
  );

  test("takes the place of the one it is linked to, once it is paid for", () => {
    const linked = { linkedPurchaseToken: "old-token" };
    expect(reduce(purchase("ACTIVE", linked)).replaces).toEqual(["old-token"]);
    expect(reduce(purchase("PENDING", linked)).replaces).toEqual([]);
    expect(reduce(purchase("PENDING_PURCHASE_CANCELED", linked)).replaces).toEqual([]);
  });

  test("carries its buyer's token in lower case, also where it was bought in Play's own app", () => {
    const ids = { obfuscatedExternalAccountId: "8C2F-AB" };
    expect(reduce(purchase("ACTIVE", { externalAccountIdentifiers: ids })).accountToken).toBe("8c2f-ab");
    const outOfAppPurchaseContext = { expiredExternalAccountIdentifiers: ids };
    expect(reduce(purchase("ACTIVE", { outOfAppPurchaseContext })).accountToken).toBe("8c2f-ab");
  });

  test.each<[string, boolean]>([
    ["ACTIVE", true],
    ["CANCELED", true],
    ["PENDING", false],
    ["EXPIRED", false],
    ["PENDING_PURCHASE_CANCELED", false],
  ])("%s without an acknowledgement needs one: %s", (state, expected) => {
    const acknowledgementState = "ACKNOWLEDGEMENT_STATE_PENDING";
    expect(reduce(purchase(state, { acknowledgementState })).needsAcknowledgement).toBe(expected);
    expect(reduce(purchase(state)).needsAcknowledgement).toBe(false);
  });

  test.each<[LineItem["autoRenewingPlan"], number | null, string]>([
    [
      { autoRenewEnabled: true, recurringPrice: { currencyCode: "JPY", units: "1500" } },
      1_500_000_000,
      "JPY",
    ],
    [{ autoRenewEnabled: true, recurringPrice: { currencyCode: "USD", nanos: 500_000_000 } }, 500_000, "USD"],
    [{ autoRenewEnabled: true, recurringPrice: { currencyCode: "USD" } }, 0, "USD"],
    [{ autoRenewEnabled: true }, null, ""],
  ])("has its price in millionths: %j", (autoRenewingPlan, priceMicros, currency) => {
    const answer = purchase("ACTIVE", {}, autoRenewingPlan ? { autoRenewingPlan } : {});
    expect(reduce(answer)).toMatchObject({ priceMicros, currency });
  });

  test.each<[string, PurchaseV2]>([
    ["without items", purchase("ACTIVE", { lineItems: [] })],
    ["with a time that is none", purchase("ACTIVE", {}, { expiryTime: "soon" })],
  ])("%s is no answer of Google's", (_name, answer) => {
    expect(() => reduce(answer)).toThrow(expect.objectContaining({ reason: "STORE_UNAVAILABLE" }));
  });
});
