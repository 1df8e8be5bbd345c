import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { PurchaseKind, PurchaseState, Store } from "@svc/proto/svc/billing/v1/subscription_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { applyPurchase } from "../../domain/billing/apply-purchase.ts";
import { processInbox } from "../../domain/billing/process-inbox.ts";
import { reconcile } from "../../domain/billing/reconcile.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { backendBilling, billingOf, DAY_MS, SELLING } from "../../testing/billing.ts";
import { engines } from "../../testing/engines.ts";
import { coins, lifetime, ONE_TIME, paidOnce } from "../../testing/one-time.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { STRIPE_KEY } from "../../testing/stores/stripe.ts";
import { onceSession, StripeBench } from "../../testing/stores/stripe-bench.ts";
import { DOCUMENTED_PERMISSIONS } from "../../testing/stores/stripe-permissions.ts";
import type { StripeIntent, StripePrice } from "../../testing/stores/stripe-things.ts";

const PASSWORD = "correct horse battery";
const urls = {
  successUrl: "https://app.example.com/thanks",
  cancelUrl: "https://app.example.com/prices",
};

describe.each(engines)("What is bought once at Stripe on $kind:", (engine) => {
  let b: StripeBench;
  let project: Project;
  let secretKey: string;
  let ada: TokenResponse;
  beforeEach(async () => {
    b = await StripeBench.open(engine);
    ({ project, secretKey } = await b.sell("Demo", { oneTimeProducts: ONE_TIME }));
    ada = await b.t.addUser(project, "ada@example.com", PASSWORD);
    for (const { id } of ONE_TIME) addPrice(id);
  });
  afterEach(() => b.close());

  const addPrice = (id: string, { slug } = project): StripePrice =>
    b.store.shop.addPrice(`svc:${slug}:${id}:once:usd`, { unit_amount: 19_900, recurring: null });
  const billing = () => billingOf(b.t, project, ada);
  const checkout = (productId = lifetime.id) => billing().createCheckoutSession({ productId, ...urls });
  const buy = async (productId = lifetime.id, status: "succeeded" | "processing" = "succeeded") => {
    await checkout(productId);
    return b.payOnce(project, status);
  };
  const purchases = async () => (await billing().listPurchases({})).purchases;
  const has = () => b.active(project, ada);
  const tell = (type: string, { id }: StripeIntent) =>
    b.tell(project, type, { object: "charge", payment_intent: id });
  const later = async (ms: number) => {
    b.t.advance(ms);
    ada = await b.t.auth(project).signIn({ email: "ada@example.com", password: PASSWORD });
  };

  test("a lifetime product is paid on a page of its own, and gives its entitlement for good", async () => {
    const intent = await buy();
    expect(b.store.shop.checkouts).toMatchObject([{ mode: "payment", trialDays: undefined }]);
    expect(await purchases()).toMatchObject([
      {
        ...{ store: Store.STRIPE, productId: "pro_lifetime", kind: PurchaseKind.LIFETIME, quantity: 1 },
        ...{ state: PurchaseState.PAID, priceMicros: 199_000_000n, currency: "USD", sandbox: true },
      },
    ]);
    expect(intent.metadata).toMatchObject({ svc_product: "pro_lifetime", svc_project: project.id });
    expect(await has()).toEqual(["pro"]);
  });

  test("whoever has a lifetime product does not pay for it again, in whichever store it was bought", async () => {
    await buy();
    const [owned] = await purchases();
    expect(await failureOf(checkout())).toMatchObject({
      reason: "ALREADY_PURCHASED",
      metadata: { purchase: owned?.id },
    });
    const eve = await b.t.addUser(project, "eve@example.com", PASSWORD);
    const accountToken = (await billingOf(b.t, project, eve).getBillingAccount({})).purchaseAccountToken;
    await applyPurchase(b.t.app, project, paidOnce(b.t.app.clock(), { accountToken }));
    ada = eve;
    expect(await reasonOf(checkout())).toBe("ALREADY_PURCHASED");
  });

  test("a lifetime product that Stripe has not told about yet is not sold twice, and its page is closed", async () => {
    await checkout();
    const [page] = b.store.shop.checkouts;
    if (!page) throw new Error("no page");
    b.store.shop.completeOnce(page);
    expect(await reasonOf(checkout())).toBe("ALREADY_PURCHASED");
    expect(b.store.shop.checkouts.filter(({ status }) => status === "open")).toEqual([]);
    expect(await has()).toEqual(["pro"]);
  });

  test("of two pages for the same product only the newer can be paid", async () => {
    await checkout();
    b.t.advance(120_000);
    await checkout();
    expect(b.store.shop.checkouts.map(({ status }) => status)).toEqual(["expired", "open"]);
    await checkout(coins.id);
    expect(b.store.shop.checkouts.filter(({ status }) => status === "open")).toHaveLength(2);
  });

  test("of several prices of one product at Stripe, the one that was paid is the one that was bought", async () => {
    const stripeProductId = "prod_coins";
    const sizes = ["large", "small"].map((size) => ({
      ...{ ...coins, id: `coins_${size}`, stripeProductId, stripeLookupKey: size },
    }));
    const settings = { billing: { oneTimeProducts: sizes } };
    project = await updateProject(b.t.app, systemActor, project.id, { settings });
    for (const size of ["large", "small"])
      b.store.shop.addPrice(size, { product: stripeProductId, recurring: null });
    await buy("coins_small");
    await buy("coins_large");
    const ids = (await purchases()).map(({ productId }) => productId);
    expect(ids.sort()).toEqual(["coins_large", "coins_small"]);
  });

  test("a consumable is bought as often as somebody likes, and consumed once each", async () => {
    await buy(coins.id);
    await buy(coins.id);
    const bought = await purchases();
    expect(bought.map(({ kind }) => kind)).toEqual([PurchaseKind.CONSUMABLE, PurchaseKind.CONSUMABLE]);
    for (const { id } of bought) {
      const claim = { purchaseId: id, claimId: `order-${id}` };
      expect((await backendBilling(b.t, secretKey).consumePurchase(claim)).newlyConsumed).toBe(true);
    }
    expect(await has()).toEqual([]);
  });

  test("a bank's payment gives nothing until it has come, and nothing when it fails", async () => {
    const intent = await buy(lifetime.id, "processing");
    expect([(await purchases())[0]?.state, await has()]).toEqual([PurchaseState.PENDING, []]);
    expect(await reasonOf(checkout())).toBe("ALREADY_PURCHASED");
    intent.status = "requires_payment_method";
    b.t.advance(1000);
    await b.tell(
      project,
      "checkout.session.async_payment_failed",
      onceSession({ id: "cs", reference: "" }, intent),
    );
    expect((await purchases())[0]?.state).toBe(PurchaseState.CANCELED);
    const other = await buy(lifetime.id, "processing");
    other.status = "succeeded";
    b.t.advance(1000);
    await b.tell(
      project,
      "checkout.session.async_payment_succeeded",
      onceSession({ id: "cs", reference: "" }, other),
    );
    expect(await has()).toEqual(["pro"]);
  });

  test("a bank's payment that nobody told is found by the daily check", async () => {
    const intent = await buy(lifetime.id, "processing");
    intent.status = "succeeded";
    await later(DAY_MS + 1);
    await reconcile(b.t.app, { hasJustStarted: false });
    expect(await has()).toEqual(["pro"]);
  });

  test("a whole refund and a lost dispute end it, and a dispute that is won gives it again", async () => {
    const intent = await buy();
    b.t.advance(1000);
    intent.dispute = "needs_response";
    await tell("charge.dispute.created", intent);
    expect(await has()).toEqual(["pro"]);
    b.t.advance(1000);
    intent.dispute = "lost";
    await tell("charge.dispute.closed", intent);
    expect([await has(), (await purchases())[0]?.state]).toEqual([[], PurchaseState.REFUNDED]);
    b.t.advance(1000);
    intent.dispute = "won";
    await tell("charge.dispute.closed", intent);
    expect(await has()).toEqual(["pro"]);
    b.t.advance(1000);
    intent.refunded = true;
    await tell("charge.refunded", intent);
    expect(await has()).toEqual([]);
    expect(await checkout()).toBeDefined();
  });

  test("a refund that was never told is found among Stripe's events", async () => {
    const intent = await buy();
    await reconcile(b.t.app, { hasJustStarted: false });
    intent.refunded = true;
    b.store.shop.event("charge.refunded", { object: "charge", payment_intent: intent.id });
    await later(25 * 3_600_000);
    await reconcile(b.t.app, { hasJustStarted: false });
    await processInbox(b.t.app);
    expect(await has()).toEqual([]);
  });

  test("a key that may not look at charges still gives what was paid for, and raises an alert", async () => {
    const permissions = new Set(DOCUMENTED_PERMISSIONS.filter((name) => name !== "charge_read"));
    b.store.keys.set(STRIPE_KEY, permissions);
    await buy();
    expect(await has()).toEqual(["pro"]);
    const alerts = await b.t.app.db
      .selectFrom("events")
      .select("kind")
      .where("kind", "=", "billing.refunds_unknown")
      .execute();
    expect(alerts).toHaveLength(1);
    b.store.keys.set(STRIPE_KEY, new Set(DOCUMENTED_PERMISSIONS));
    const restricted = await buy(coins.id);
    expect(restricted.status).toBe("succeeded");
    expect((await purchases())[0]).toMatchObject({ productId: coins.id, state: PurchaseState.PAID });
  });

  test("what is retired, unknown at Stripe, or unknown to the catalog is not sold", async () => {
    const oneTimeProducts = [{ ...lifetime, retired: true }, coins, { ...coins, id: "coins_500" }];
    const stripe = { ...SELLING.stripe, enabled: true };
    const settings = { billing: { ...SELLING, stripe, oneTimeProducts } };
    project = await updateProject(b.t.app, systemActor, project.id, { settings });
    expect(await failureOf(checkout())).toMatchObject({
      reason: "PRODUCT_RETIRED",
      metadata: { product: lifetime.id },
    });
    expect(await reasonOf(checkout("coins_500"))).toBe("PRODUCT_UNKNOWN");
    expect(await reasonOf(checkout("gold"))).toBe("PRODUCT_UNKNOWN");
  });

  test("payments of another project and of what svc does not know are ignored", async () => {
    const other = await b.addProject("Other", { oneTimeProducts: ONE_TIME });
    const eve = await b.t.addUser(other, "eve@example.com", PASSWORD);
    addPrice(coins.id, other);
    await billingOf(b.t, other, eve).createCheckoutSession({ productId: coins.id, ...urls });
    await b.payOnce(project);
    const foreign: StripeIntent = {
      ...{ id: "pi_foreign", status: "succeeded", livemode: false, created: 1, amount: 1, currency: "usd" },
      ...{ customer: null, metadata: {}, refunded: false, amountRefunded: 0, dispute: undefined },
    };
    b.store.shop.intents.push(foreign);
    await tell("charge.refunded", foreign);
    expect(await b.t.app.db.selectFrom("purchases").selectAll().execute()).toEqual([]);
    const inbox = await b.t.app.db.selectFrom("billingInbox").select(["status", "lastError"]).execute();
    expect(inbox.map(({ status }) => status)).toEqual(["ignored", "ignored"]);
    expect(inbox[0]?.lastError).toContain("neither marked as this project's");
  });

  test("a payment on the app's own page for a price of the catalog is taken in", async () => {
    const price = [...b.store.shop.prices.values()].find(({ lookup_key: key }) => key?.includes(coins.id));
    const page = {
      ...{ id: "cs_own", created: 1, status: "open" as const, mode: "payment", reference: "" },
      ...{ price: price?.id ?? "", customer: undefined, email: undefined, trialDays: undefined },
      ...{ metadata: {}, marks: {}, subscription: null, paymentIntent: null },
    };
    b.store.shop.checkouts.push(page);
    await b.payOnce(project, "succeeded", page);
    const rows = await b.t.app.db.selectFrom("purchases").selectAll().execute();
    expect(rows).toMatchObject([{ catalogId: coins.id, userId: null, state: "paid" }]);
  });
});
