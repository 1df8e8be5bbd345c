import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StripeClient } from "../../domain/billing/stripe/client.ts";
import { type StoreFault, storeFaults } from "../../testing/stores/store-fault.ts";
import { STRIPE_KEY, StripeStore } from "../../testing/stores/stripe.ts";
import { parameterProblem } from "../../testing/stores/stripe-parameters.ts";
import { DOCUMENTED_PERMISSIONS } from "../../testing/stores/stripe-permissions.ts";
import { createStripe } from "./create-stripe.ts";

const ACCOUNT = "5f0a62b0-0000-4000-8000-000000000001";
const RESTRICTED = "rk_test_narrow_narrow";
const PROJECT = "0198c0de-0000-7000-8000-000000000001";
const LOOKUP = "svc:demo:pro:p1m:usd";

describe("Stripe", () => {
  let store: StripeStore;
  let stripe: StripeClient;
  beforeEach(async () => {
    store = await StripeStore.open();
    stripe = clientOf(10_000);
  });
  afterEach(() => store.close());

  const clientOf = (waitMs: number) =>
    createStripe({ origin: store.url, clock: Date.now, monotonicMs: Date.now, waitMs });
  const checkout = (changes: object = {}) =>
    stripe.createCheckout(STRIPE_KEY, {
      lookupKey: LOOKUP,
      productId: undefined,
      trialDays: 7,
      customerId: (store.shop.customers.values().next().value ?? store.shop.addCustomer()).id,
      accountToken: ACCOUNT,
      projectId: PROJECT,
      successUrl: "https://app.example.com/done",
      cancelUrl: "https://app.example.com/",
      idempotencyKey: "one",
      ...changes,
    });

  test("a checkout names price and buyer; repeated, it is the same one", async () => {
    store.shop.addPrice(LOOKUP);
    const made = await checkout();
    expect(made).toMatchObject({
      ...{ kind: "page", url: expect.stringMatching(/^https:\/\/checkout\.stripe\.example\//) },
    });
    expect(await checkout()).toEqual(made);
    const marks = { svc_account: ACCOUNT, svc_project: PROJECT };
    expect(store.shop.checkouts).toMatchObject([{ reference: ACCOUNT, metadata: marks, marks }]);
  });

  test("a lookup key without an active price is no checkout, nor is a customer that Stripe does not know", async () => {
    store.shop.addPrice(LOOKUP, { active: false });
    expect(await checkout()).toEqual({ kind: "no_price" });
    store.shop.addPrice(LOOKUP);
    expect(await checkout({ customerId: "cus_gone" })).toEqual({ kind: "no_customer" });
    const returnUrl = "https://app.example.com/";
    const portal = { customerId: "cus_gone", configurationId: undefined, returnUrl };
    expect(await stripe.createPortal(STRIPE_KEY, portal)).toBeUndefined();
  });

  test("two requests for the same customer at once make one, also when Stripe refuses the later one at first", async () => {
    const customer = { accountToken: ACCOUNT, projectId: PROJECT, email: undefined, idempotencyKey: "c" };
    store.fault = (_request, response) => {
      store.fault = undefined;
      response.writeHead(409, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { type: "idempotency_error", message: "in use" } }));
    };
    const made = await Promise.all([1, 2].map(() => stripe.createCustomer(STRIPE_KEY, customer)));
    expect(new Set(made)).toEqual(new Set(store.shop.customers.keys()));
    expect(store.shop.customers.size).toBe(1);
  });

  test("a page is closed once; one that was paid says so", async () => {
    store.shop.addPrice(LOOKUP);
    await checkout();
    await checkout({ idempotencyKey: "two" });
    const [first, second] = store.shop.checkouts;
    const customerId = first?.customer ?? "";
    expect(await stripe.listOpenCheckouts(STRIPE_KEY, customerId)).toMatchObject([
      { id: second?.id, projectId: PROJECT },
      { id: first?.id, mode: "subscription" },
    ]);
    if (second) store.shop.complete(second);
    expect(await stripe.expireCheckout(STRIPE_KEY, second?.id ?? "")).toBe(false);
    expect(await stripe.expireCheckout(STRIPE_KEY, first?.id ?? "")).toBe(true);
    expect(await stripe.expireCheckout(STRIPE_KEY, first?.id ?? "")).toBe(true);
    expect(await stripe.listOpenCheckouts(STRIPE_KEY, customerId)).toEqual([]);
  });

  test("a subscription is read with its item's period, its price and whose it is", async () => {
    const bought = store.shop.subscribe(ACCOUNT, store.shop.addPrice(LOOKUP, { currency: "jpy" }));
    expect(await stripe.findSubscription(STRIPE_KEY, bought.id)).toMatchObject({
      ...{ status: "active", hasEnded: false, accountToken: ACCOUNT, projectId: null },
      items: [{ lookupKey: LOOKUP, periodEnd: bought.items.data[0]?.current_period_end, unitAmount: 999 }],
      refund: { isWhole: false },
    });
    expect(await stripe.findSubscription(STRIPE_KEY, "sub_unknown")).toBeUndefined();
  });

  test("only a full refund or a lost dispute of the newest paid invoice counts", async () => {
    const bought = store.shop.subscribe(ACCOUNT, store.shop.addPrice(LOOKUP));
    const isRefunded = async () => (await stripe.findSubscription(STRIPE_KEY, bought.id))?.refund.isWhole;
    const [first] = store.shop.payments;
    const second = store.shop.renew(bought);
    if (first) first.refunded = true;
    expect(await isRefunded()).toBe(false);
    second.amountRefunded = second.amount - 1;
    expect(await isRefunded()).toBe(false);
    second.dispute = "under_review";
    expect(await isRefunded()).toBe(false);
    second.dispute = "lost";
    expect(await isRefunded()).toBe(true);
    second.dispute = "won";
    expect(await isRefunded()).toBe(false);
    second.refunded = true;
    expect(await isRefunded()).toBe(true);
  });

  test("of several payments for one period, giving one back takes nothing away", async () => {
    const bought = store.shop.subscribe(ACCOUNT, store.shop.addPrice(LOOKUP));
    const isRefunded = async () => (await stripe.findSubscription(STRIPE_KEY, bought.id))?.refund.isWhole;
    const [whole] = store.shop.payments;
    // A change of plan in the middle of the month, paid for and given back; and one that cost nothing.
    const change = store.shop.pay(bought);
    change.refunded = true;
    store.shop.pay(bought).amount = 0;
    expect(await isRefunded()).toBe(false);
    if (whole) whole.refunded = true;
    expect(await isRefunded()).toBe(true);
  });

  test("a payment leads to its subscription; ending one twice, or none, is fine", async () => {
    const bought = store.shop.subscribe(ACCOUNT, store.shop.addPrice(LOOKUP));
    const intent = store.shop.payments[0]?.intent ?? "";
    expect(await stripe.findSubscriptionOfPayment(STRIPE_KEY, intent)).toBe(bought.id);
    expect(await stripe.findSubscriptionOfPayment(STRIPE_KEY, "pi_other")).toBeUndefined();
    await stripe.cancel(STRIPE_KEY, bought.id);
    await stripe.cancel(STRIPE_KEY, bought.id);
    await stripe.cancel(STRIPE_KEY, "sub_unknown");
    expect(bought.status).toBe("canceled");
  });

  test("events since a time are listed, others left out", async () => {
    const bought = store.shop.subscribe(ACCOUNT, store.shop.addPrice(LOOKUP));
    store.shop.event("customer.created", { id: "cus_1", object: "customer" });
    store.shop.event("customer.subscription.updated", bought);
    const types = ["customer.subscription.updated"];
    const events: object[] = [];
    for await (const event of stripe.listEvents(STRIPE_KEY, types, Date.now() - 60_000)) {
      events.push(event as object);
    }
    expect(events).toMatchObject([
      { type: "customer.subscription.updated", data: { object: { id: bought.id } } },
    ]);
  });

  test("a wrong key is a refusal, told without the key", async () => {
    const failure = await stripe.probe("sk_test_unknown_unknown").catch((error: unknown) => error);
    expect(failure).toMatchObject({
      reason: "STORE_UNAVAILABLE",
      metadata: { store: "stripe", refused: "true" },
    });
    expect(JSON.stringify(failure)).not.toContain("unknown_unknown");
    expect(await stripe.probe(STRIPE_KEY)).toMatchObject({ livemode: false });
  });

  test("a restricted key with what the guide lists does everything; the probe changes nothing", async () => {
    store.keys.set(RESTRICTED, new Set(DOCUMENTED_PERMISSIONS));
    const before = JSON.stringify([...store.shop.customers, ...store.shop.portals, store.shop.checkouts]);
    expect(await stripe.probe(RESTRICTED)).toMatchObject({ livemode: false });
    expect(JSON.stringify([...store.shop.customers, ...store.shop.portals, store.shop.checkouts])).toBe(
      before,
    );
    const bought = store.shop.subscribe(ACCOUNT, store.shop.addPrice(LOOKUP));
    const found = await stripe.findSubscription(RESTRICTED, bought.id);
    expect(found?.refund).toEqual({ isWhole: false });
  });

  test("a key that may not refund is accepted, and the probe says so", async () => {
    const { payments } = store.shop;
    store.keys.set(RESTRICTED, new Set(DOCUMENTED_PERMISSIONS));
    expect(await stripe.probe(RESTRICTED)).toMatchObject({ mayRefund: false });
    store.keys.set(RESTRICTED, new Set([...DOCUMENTED_PERMISSIONS, "charge_write"]));
    expect(await stripe.probe(RESTRICTED)).toMatchObject({ mayRefund: true });
    expect(await stripe.probe(STRIPE_KEY)).toMatchObject({ mayRefund: true });
    expect(payments.filter(({ refunded }) => refunded)).toEqual([]);
  });

  test.each(DOCUMENTED_PERMISSIONS.filter((name) => !/^(product|webhook|plan)_write$/.test(name)))(
    "the probe names the missing %s, without the key",
    async (name) => {
      const rest = DOCUMENTED_PERMISSIONS.filter((other) => other !== name);
      // Whoever lacks to write may still read.
      store.keys.set(
        RESTRICTED,
        new Set([...rest, ...(name.endsWith("_write") ? [name.replace("_write", "_read")] : [])]),
      );
      const failure = await stripe.probe(RESTRICTED).catch((error: unknown) => error);
      expect(failure).toMatchObject({
        reason: "STORE_UNAVAILABLE",
        metadata: { refused: "true" },
        detail: expect.stringContaining(`rak_${name}`),
      });
      expect(JSON.stringify(failure)).not.toContain(RESTRICTED);
      expect((failure as { detail: string }).detail).not.toContain("rk_test");
    },
  );

  test.each(["invoice", "payment_intent", "charge"])(
    "without the permission to read a %s a subscription is found, and its refunds are unknown",
    async (resource) => {
      const rest = DOCUMENTED_PERMISSIONS.filter((name) => !name.startsWith(`${resource}_`));
      store.keys.set(RESTRICTED, new Set(rest));
      const bought = store.shop.subscribe(ACCOUNT, store.shop.addPrice(LOOKUP));
      const found = await stripe.findSubscription(RESTRICTED, bought.id);
      expect(found).toMatchObject({
        status: "active",
        refund: { isWhole: undefined, lacking: `rak_${resource}_read` },
      });
    },
  );

  test.each(Object.entries<StoreFault>(storeFaults))("a store that %s is unavailable", async (_, fault) => {
    store.fault = fault;
    const failure = await clientOf(300)
      .findSubscription(STRIPE_KEY, "sub_1")
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason: "STORE_UNAVAILABLE", metadata: { store: "stripe" } });
  });

  test("a store that has had enough says for how long", async () => {
    store.fault = (_request, response) => {
      response.writeHead(429, { "content-type": "application/json", "retry-after": "120" });
      response.end(
        JSON.stringify({ error: { type: "invalid_request_error", message: "Too many requests" } }),
      );
    };
    const failure = await stripe.findSubscription(STRIPE_KEY, "sub_1").catch((error: unknown) => error);
    expect(failure).toMatchObject({ metadata: { store: "stripe", retry_after_ms: "120000" } });
  });

  test("the stand-in refuses what Stripe does not publish", () => {
    const problem = (parameters: Parameters<typeof parameterProblem>[2]) =>
      parameterProblem("Checkout/Sessions", "SessionCreateParams", parameters);
    expect(
      problem({ mode: "subscription", line_items: [{ price: "price_1", quantity: "1" }] }),
    ).toBeUndefined();
    expect(problem({ mode: "subscription", line_itemz: [] })).toContain("unknown parameter: line_itemz");
    expect(problem({ subscription_data: { trial_days: "7" } })).toContain("subscription_data[trial_days]");
    expect(problem({ line_items: [{ price: "p", quantity: "many" }] })).toContain("Invalid integer");
    expect(parameterProblem("Prices", "PriceCreateParams", { product: "prod_1" })).toContain("currency");
  });
});
