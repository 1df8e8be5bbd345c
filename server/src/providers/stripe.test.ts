import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StripeClient } from "../domain/billing/store-client.ts";
import { type StoreFault, storeFaults } from "../testing/stores/store-fault.ts";
import { STRIPE_KEY, StripeStore } from "../testing/stores/stripe.ts";
import { parameterProblem } from "../testing/stores/stripe-parameters.ts";
import { createStripe } from "./stripe.ts";

const ACCOUNT = "5f0a62b0-0000-4000-8000-000000000001";
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
      trialDays: 7,
      customerId: undefined,
      email: "ada@example.com",
      accountToken: ACCOUNT,
      successUrl: "https://app.example.com/done",
      cancelUrl: "https://app.example.com/",
      idempotencyKey: "one",
      ...changes,
    });

  test("a checkout names price and buyer; repeated, it is the same one", async () => {
    store.shop.addPrice(LOOKUP);
    const url = await checkout();
    expect(url).toMatch(/^https:\/\/checkout\.stripe\.example\//);
    expect(await checkout()).toBe(url);
    expect(store.shop.checkouts).toMatchObject([{ reference: ACCOUNT }]);
  });

  test("a lookup key without an active price is no checkout", async () => {
    store.shop.addPrice(LOOKUP, { active: false });
    expect(await checkout()).toBeUndefined();
  });

  test("a subscription is read with its item's period, its price and whose it is", async () => {
    const bought = store.shop.subscribe(ACCOUNT, store.shop.addPrice(LOOKUP, { currency: "jpy" }));
    expect(await stripe.findSubscription(STRIPE_KEY, bought.id)).toMatchObject({
      status: "active",
      accountToken: ACCOUNT,
      lookupKey: LOOKUP,
      periodEnd: bought.items.data[0]?.current_period_end,
      unitAmount: 999,
      isRefunded: false,
    });
    expect(await stripe.findSubscription(STRIPE_KEY, "sub_unknown")).toBeUndefined();
  });

  test("only a full refund or a lost dispute of the newest paid invoice counts", async () => {
    const bought = store.shop.subscribe(ACCOUNT, store.shop.addPrice(LOOKUP));
    const isRefunded = async () => (await stripe.findSubscription(STRIPE_KEY, bought.id))?.isRefunded;
    const [first] = store.shop.payments;
    const second = store.shop.renew(bought);
    if (first) first.refunded = true;
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

  test("a wrong key and a missing permission are refusals, told without the key", async () => {
    store.keys.set("rk_test_narrow_narrow", { mayNot: /products/ });
    for (const key of ["sk_test_unknown_unknown", "rk_test_narrow_narrow"]) {
      const failure = await stripe.probe(key).catch((error: unknown) => error);
      expect(failure).toMatchObject({
        reason: "STORE_UNAVAILABLE",
        metadata: { store: "stripe", refused: "true" },
      });
      expect(JSON.stringify(failure)).not.toContain(key);
    }
    expect(await stripe.probe(STRIPE_KEY)).toMatchObject({ livemode: false });
  });

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
