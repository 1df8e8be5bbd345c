import type { Client } from "@connectrpc/connect";
import type { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { PurchaseState } from "@svc/proto/svc/billing/v1/subscription_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { applyPurchase } from "../../domain/billing/apply-purchase.ts";
import { reconcile } from "../../domain/billing/reconcile.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { adminBilling, backendBilling, billingOf } from "../../testing/billing.ts";
import { engines } from "../../testing/engines.ts";
import { coins, lifetime, ONE_TIME, paidOnce } from "../../testing/one-time.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { storeFaults } from "../../testing/stores/store-fault.ts";
import { StripeBench } from "../../testing/stores/stripe-bench.ts";
import { DOCUMENTED_PERMISSIONS } from "../../testing/stores/stripe-permissions.ts";
import type { StripeIntent } from "../../testing/stores/stripe-things.ts";

const urls = { successUrl: "https://app.example.com/done", cancelUrl: "https://app.example.com/" };

describe.each(engines)("A refund of a one-time purchase at Stripe on $kind", (engine) => {
  let b: StripeBench;
  let project: Project;
  let secretKey: string;
  let ada: TokenResponse;
  let admin: Client<typeof BillingService>;
  beforeEach(async () => {
    b = await StripeBench.open(engine);
    ({ project, secretKey } = await b.sell("Demo", { oneTimeProducts: ONE_TIME }));
    admin = adminBilling(b.t, (await b.t.addAdmin()).token);
    ada = await b.t.auth(project).signInAnonymously({});
    for (const { id } of ONE_TIME) {
      const price = { unit_amount: 19_900, recurring: null };
      b.store.shop.addPrice(`svc:${project.slug}:${id}:once:usd`, price);
    }
  });
  afterEach(() => b.close());

  const buy = async (
    productId = lifetime.id,
    status: "succeeded" | "processing" = "succeeded",
  ): Promise<{ intent: StripeIntent; purchaseId: string }> => {
    await billingOf(b.t, project, ada).createCheckoutSession({ productId, ...urls });
    const intent = await b.payOnce(project, status);
    b.t.advance(60_000);
    const rows = b.t.app.db.selectFrom("purchases").select("id").where("subjectKey", "=", intent.id);
    return { intent, purchaseId: (await rows.executeTakeFirstOrThrow()).id };
  };
  const refund = (purchaseId: string) => admin.refundPayment({ project: project.slug, purchaseId });
  const events = async () => {
    const all = b.t.app.db.selectFrom("events").selectAll();
    const rows = await all.where("kind", "=", "admin.payment_refunded").execute();
    return rows.map(({ actor, data, userId }) => ({ actor, userId, ...JSON.parse(data) }));
  };
  const stateOf = async (id: string) => {
    const rows = b.t.app.db.selectFrom("purchases").select("state").where("id", "=", id);
    return (await rows.executeTakeFirstOrThrow()).state;
  };
  const refundsAsked = () => b.store.seen.filter((call) => call === "POST /v1/refunds").length;

  test("gives all of it back, ends what it unlocks, and counts in the figures", async () => {
    const { intent, purchaseId } = await buy();
    expect(await b.active(project, ada)).toEqual(["pro"]);
    const { refunded, purchase, subscription } = await refund(purchaseId);
    expect(refunded).toMatchObject({ currency: "USD", micros: 199_000_000n });
    expect(purchase).toMatchObject({
      userId: ada.user?.id,
      purchase: { id: purchaseId, state: PurchaseState.REFUNDED },
    });
    expect(subscription).toBeUndefined();
    expect(intent.refunded).toBe(true);
    expect(await b.active(project, ada)).toEqual([]);
    expect(await events()).toEqual([
      {
        ...{ actor: "admin:root@example.com", userId: ada.user?.id, store: "stripe" },
        ...{ purchase_id: purchaseId, currency: "USD", amount_micros: 199_000_000 },
      },
    ]);
    const { total } = await admin.getBillingMetrics({ project: project.slug, includeSandbox: true });
    expect(total).toMatchObject({ refunds: 1n, refunded: [{ currency: "USD", micros: 199_000_000n }] });
  });

  test("two clicks at once and a third one later give the money back once", async () => {
    const { intent, purchaseId } = await buy();
    const given: number[] = [];
    Object.defineProperty(intent, "refunded", {
      get: () => given.length > 0,
      set: () => given.push(intent.amount),
    });
    const both = await Promise.allSettled([refund(purchaseId), refund(purchaseId)]);
    expect(both.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(await reasonOf(refund(purchaseId))).toBe("NOTHING_TO_REFUND");
    expect(given).toEqual([19_900]);
    expect(await stateOf(purchaseId)).toBe("refunded");
  });

  test("is asked for again when its answer is lost, and made once", async () => {
    const { purchaseId } = await buy();
    let isLost = false;
    b.store.afterwards = ({ method, url }, response) => {
      if (isLost || method !== "POST" || url !== "/v1/refunds") return false;
      isLost = true;
      response.destroy();
      return true;
    };
    expect((await refund(purchaseId)).refunded?.micros).toBe(199_000_000n);
    expect([isLost, refundsAsked()]).toEqual([true, 2]);
    expect(await events()).toHaveLength(1);
  });

  test("stays made when Stripe falls silent afterwards, and is seen by the next check", async () => {
    const { purchaseId } = await buy();
    b.store.afterwards = ({ method, url }) => {
      if (method === "POST" && url === "/v1/refunds") b.store.fault = storeFaults["answers 503"];
      return false;
    };
    expect((await refund(purchaseId)).refunded?.micros).toBe(199_000_000n);
    expect([await stateOf(purchaseId), (await events()).length]).toEqual(["paid", 1]);
    b.store.afterwards = undefined;
    b.store.fault = undefined;
    b.t.advance(1000);
    await reconcile(b.t.app, { hasJustStarted: false });
    expect(await stateOf(purchaseId)).toBe("refunded");
  });

  test("is made of what was delivered, too, which stays marked as delivered", async () => {
    const { purchaseId } = await buy(coins.id);
    await backendBilling(b.t, secretKey).consumePurchase({ purchaseId, claimId: "order-1" });
    const { purchase } = await refund(purchaseId);
    expect(purchase).toMatchObject({ claimId: "order-1", purchase: { state: PurchaseState.REFUNDED } });
    expect(purchase?.purchase?.consumedAt).toBeDefined();
  });

  test("gives back what is left of a payment that was given back in part", async () => {
    const { intent, purchaseId } = await buy();
    intent.amountRefunded = 9900;
    expect((await refund(purchaseId)).refunded?.micros).toBe(100_000_000n);
  });

  test("of what was refunded at Stripe itself, is disputed or waits for the bank is none", async () => {
    const { intent, purchaseId } = await buy();
    intent.dispute = "needs_response";
    expect(await reasonOf(refund(purchaseId))).toBe("NOTHING_TO_REFUND");
    expect(await stateOf(purchaseId)).toBe("paid");
    intent.dispute = undefined;
    intent.refunded = true;
    expect(await reasonOf(refund(purchaseId))).toBe("NOTHING_TO_REFUND");
    expect(await stateOf(purchaseId)).toBe("refunded");
    const waiting = await buy(coins.id, "processing");
    expect(await reasonOf(refund(waiting.purchaseId))).toBe("NOTHING_TO_REFUND");
    expect(await stateOf(waiting.purchaseId)).toBe("pending");
    expect([refundsAsked(), await events()]).toEqual([0, []]);
  });

  test("is refused for other stores and other projects", async () => {
    const told = paidOnce(b.t.app.clock());
    const { purchase } = await applyPurchase(b.t.app, project, told);
    expect(await failureOf(refund(purchase.id))).toMatchObject({
      reason: "STORE_ACTION_UNSUPPORTED",
      metadata: { store: "app_store" },
    });
    const { purchaseId } = await buy();
    const other = await b.addProject("Other");
    const foreign = admin.refundPayment({ project: other.slug, purchaseId });
    expect(await failureOf(foreign)).toMatchObject({
      reason: "NOT_FOUND",
      metadata: { resource: "purchase" },
    });
    expect([refundsAsked(), await events()]).toEqual([0, []]);
  });

  test("changes nothing when Stripe does not answer or the key may not refund", async () => {
    const { intent, purchaseId } = await buy();
    b.store.fault = storeFaults["answers 503"];
    expect(await reasonOf(refund(purchaseId))).toBe("STORE_UNAVAILABLE");
    b.store.fault = undefined;
    const key = "rk_test_51NoRefunds";
    b.store.keys.set(key, new Set(DOCUMENTED_PERMISSIONS));
    project = await updateProject(b.t.app, systemActor, project.id, {
      secrets: new Map([["billing.stripe.secret_key", key]]),
    });
    expect(await failureOf(refund(purchaseId))).toMatchObject({
      reason: "STORE_UNAVAILABLE",
      metadata: { store: "stripe", refused: "true", permission: "rak_charge_write" },
    });
    expect([intent.refunded, await stateOf(purchaseId), await events()]).toEqual([false, "paid", []]);
    b.store.keys.set(key, new Set([...DOCUMENTED_PERMISSIONS, "charge_write"]));
    expect((await refund(purchaseId)).refunded?.micros).toBe(199_000_000n);
  });
});
