import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { applySnapshot } from "../../domain/billing/apply-snapshot.ts";
import { cancelDueAtStripe } from "../../domain/billing/stripe/cancel-due.ts";
import { transferSubscription } from "../../domain/billing/transfer-subscription.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { billingOf, DAY_MS, paidMonth } from "../../testing/billing.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { StripeBench } from "../../testing/stores/stripe-bench.ts";
import type { StripeCheckout } from "../../testing/stores/stripe-things.ts";

const urls = { successUrl: "https://app.example.com/done", cancelUrl: "https://app.example.com/" };

describe.each(engines)("One subscription at Stripe on $kind", (engine) => {
  let bench: StripeBench;
  let project: Project;
  let ada: TokenResponse;
  beforeEach(async () => {
    bench = await StripeBench.open(engine);
    project = await bench.addProject();
    ada = await bench.t.auth(project).signInAnonymously({});
    bench.addPrice(project);
    bench.addPrice(project, "team");
  });
  afterEach(() => bench.close());

  const app = (tokens = ada) => billingOf(bench.t, project, tokens);
  const checkout = (productId = "pro_monthly", changes: object = {}, tokens = ada) =>
    app(tokens).createCheckoutSession({ productId, ...urls, ...changes });
  const shop = () => bench.store.shop;
  const open = (): StripeCheckout[] => shop().checkouts.filter(({ status }) => status === "open");
  const live = () =>
    [...shop().subscriptions.values()].filter(({ status }) => status !== "canceled").map(({ id }) => id);
  const rowIds = async () => (await app().listSubscriptions({})).subscriptions.map(({ id }) => id);

  test("whoever has one is sent to the portal, whatever tier they want", async () => {
    await checkout();
    await bench.pay(project);
    expect(await failureOf(checkout("team_monthly"))).toMatchObject({
      reason: "ALREADY_SUBSCRIBED",
      metadata: { subscription: (await rowIds())[0] },
    });
    expect(open()).toEqual([]);
  });

  test.each(["past_due", "unpaid", "paused", "trialing", "incomplete", "a status of next year"])(
    "one that is %s has not ended",
    async (status) => {
      await checkout();
      const bought = await bench.pay(project);
      bought.status = status;
      bench.t.advance(8 * DAY_MS); // longer than the days of grace
      ada = await bench.t.auth(project).refreshToken({ refreshToken: ada.refreshToken });
      await bench.tell(project, "customer.subscription.updated", bought);
      expect(await reasonOf(checkout("team_monthly"))).toBe("ALREADY_SUBSCRIBED");
      bought.status = "incomplete_expired";
      await checkout("team_monthly");
      expect(open()).toHaveLength(1);
    },
  );

  test("one that was refunded and that Stripe goes on billing has not ended", async () => {
    await checkout();
    const bought = await bench.pay(project);
    const [payment] = shop().payments;
    if (payment) payment.refunded = true;
    await bench.tell(project, "charge.refunded", { object: "charge", payment_intent: payment?.intent });
    expect(await bench.active(project, ada)).toEqual([]);
    expect(await reasonOf(checkout())).toBe("ALREADY_SUBSCRIBED");
    shop().end(bought, "cancellation_requested");
    await checkout();
    expect(open()).toHaveLength(1);
  });

  test("one that was refunded in part gives what it gave", async () => {
    await checkout();
    await bench.pay(project);
    const [payment] = shop().payments;
    if (payment) payment.amountRefunded = payment.amount - 1;
    await bench.tell(project, "charge.refunded", { object: "charge", payment_intent: payment?.intent });
    expect(await bench.active(project, ada)).toEqual(["pro"]);
  });

  test("one that Stripe has not told of yet counts, and gives access at once", async () => {
    await checkout();
    const [page] = shop().checkouts;
    if (page) shop().complete(page);
    expect(await reasonOf(checkout("team_monthly"))).toBe("ALREADY_SUBSCRIBED");
    expect(open()).toEqual([]);
    expect(await bench.active(project, ada)).toEqual(["pro"]);
  });

  test("one that an administrator gave to the user counts, under whichever customer it is", async () => {
    const bob = await bench.t.auth(project).signInAnonymously({});
    await checkout("pro_monthly", {}, bob);
    await bench.pay(project);
    const [row] = await bench.t.app.db.selectFrom("subscriptions").selectAll().execute();
    const { userId } = await bench.t.app.db
      .selectFrom("billingAccounts")
      .select("userId")
      .where("purchaseToken", "=", (await app().getBillingAccount({})).purchaseAccountToken)
      .executeTakeFirstOrThrow();
    const scope = { project, by: systemActor, tellsOtherProjects: false };
    await transferSubscription(bench.t.app, scope, { subscriptionId: row?.id ?? "", userId });
    expect(await reasonOf(checkout("team_monthly"))).toBe("ALREADY_SUBSCRIBED");
    // Whoever gave it away may buy another one.
    await checkout("team_monthly", {}, bob);
    expect(open()).toHaveLength(1);
  });

  test("one that is given to a user while it waits to be ended goes on", async () => {
    const bob = await bench.t.auth(project).signInAnonymously({});
    await checkout("pro_monthly", {}, bob);
    const bought = await bench.pay(project);
    await bench.t.auth(project, bob.accessToken).deleteAccount({});
    const [row] = await bench.t.app.db.selectFrom("subscriptions").selectAll().execute();
    const scope = { project, by: systemActor, tellsOtherProjects: false };
    const given = { subscriptionId: row?.id ?? "", userId: ada.user?.id ?? "" };
    await transferSubscription(bench.t.app, scope, given);
    await cancelDueAtStripe(bench.t.app);
    expect(bought.status).toBe("active");
    expect(await bench.active(project, ada)).toEqual(["pro"]);
  });

  test("a refund that failed is none: access comes back", async () => {
    await checkout();
    await bench.pay(project);
    const [payment] = shop().payments;
    if (!payment) throw new Error("no payment");
    payment.refunded = true;
    await bench.tell(project, "charge.refunded", { object: "charge", payment_intent: payment.intent });
    expect(await bench.active(project, ada)).toEqual([]);
    bench.t.advance(1000);
    payment.refunded = false;
    await bench.tell(project, "refund.failed", { object: "refund", payment_intent: payment.intent });
    expect(await bench.active(project, ada)).toEqual(["pro"]);
  });

  test("a subscription of somebody else under the same customer is no reason", async () => {
    await checkout();
    const { customer } = await bench.pay(project);
    const [own] = shop().subscriptions.values();
    if (own) shop().end(own, "cancellation_requested");
    const other = shop().subscribe("", shop().addPrice("their-own", { product: "prod_other" }), customer);
    other.metadata = {};
    await checkout("team_monthly");
    expect(open()).toHaveLength(1);
  });

  test("the newer of two pages closes the older", async () => {
    const first = await checkout();
    const second = await checkout("team_monthly");
    expect(second.url).not.toBe(first.url);
    expect(shop().checkouts.map(({ status }) => status)).toEqual(["expired", "open"]);
    // Back again, within the minute in which Stripe would repeat its first answer.
    const third = await checkout();
    expect(third.url).not.toBe(first.url);
    expect(shop().checkouts.map(({ status }) => status)).toEqual(["expired", "expired", "open"]);
  });

  test("pages that are made at once leave one, and nobody can pay on two of them", async () => {
    for (let round = 0; round < times(4, 60); round += 1) {
      const tokens = await bench.t.auth(project).signInAnonymously({});
      const before = shop().checkouts.length;
      const asked = await Promise.allSettled(
        ["pro_monthly", "team_monthly", "pro_monthly", "team_monthly"].map((product, n) =>
          checkout(product, { cancelUrl: `${urls.cancelUrl}?${n % 3}` }, tokens),
        ),
      );
      const answered = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value.url] : []));
      const pages = shop().checkouts.slice(before);
      const alive = pages.filter(({ status }) => status === "open").map(({ id }) => id);
      expect(alive).toHaveLength(1);
      expect(answered.filter((url) => url.endsWith(alive[0] ?? "none"))).not.toEqual([]);
      for (const page of pages.filter(({ status }) => status !== "open")) {
        expect(() => shop().complete(page)).toThrow("the page is expired");
      }
    }
  });

  test("a page that is paid while another is being made leaves no second one to pay on", async () => {
    await checkout();
    const [first] = shop().checkouts;
    // Paid just when the second page has been made, before the first is closed.
    const push = shop().checkouts.push.bind(shop().checkouts);
    shop().checkouts.push = (...pages) => {
      const length = push(...pages);
      shop().checkouts.push = push;
      if (first) shop().complete(first);
      return length;
    };
    expect(await reasonOf(checkout("team_monthly"))).toBe("ALREADY_SUBSCRIBED");
    expect(shop().checkouts.map(({ status }) => status)).toEqual(["complete", "expired"]);
    expect(live()).toHaveLength(1);
    expect(await bench.active(project, ada)).toEqual(["pro"]);
  });

  describe("a subscriber of another store", () => {
    const subscribe = async (changes: object = {}) => {
      const { purchaseAccountToken: accountToken } = await app().getBillingAccount({});
      await applySnapshot(bench.t.app, project, {
        ...paidMonth(bench.t.app.clock()),
        accountToken,
        ...changes,
      });
    };

    test("is told so first, with where to manage it, and may go on", async () => {
      await subscribe();
      expect(await failureOf(checkout("team_monthly"))).toMatchObject({
        reason: "SUBSCRIBED_IN_OTHER_STORE",
        metadata: {
          store: "app_store",
          subscription: (await rowIds())[0],
          management_url: "https://apps.apple.com/account/subscriptions",
        },
      });
      expect(bench.store.seen).toEqual([]);
      await checkout("team_monthly", { allowOtherStore: true });
      expect(open()).toHaveLength(1);
    });

    test("whose access is over is not", async () => {
      await subscribe({ state: "expired" });
      await checkout();
      expect(open()).toHaveLength(1);
    });

    test("may not go on to a second one at Stripe", async () => {
      await checkout();
      await bench.pay(project);
      await subscribe();
      expect(await reasonOf(checkout("pro_monthly", { allowOtherStore: true }))).toBe("ALREADY_SUBSCRIBED");
    });
  });

  test("a retired product is not sold", async () => {
    const tiers = project.settings.billing.tiers.map((tier) => ({
      ...tier,
      products: tier.products.map((product) => ({ ...product, retired: tier.id === "pro" })),
    }));
    project = await updateProject(bench.t.app, systemActor, project.id, { settings: { billing: { tiers } } });
    expect(await failureOf(checkout())).toMatchObject({
      reason: "PRODUCT_RETIRED",
      metadata: { product: "pro_monthly" },
    });
    await checkout("team_monthly");
  });

  test("a price that lost its lookup key to a newer one keeps the tier, also beside add-ons", async () => {
    await checkout("team_monthly");
    const bought = await bench.pay(project);
    const [item] = bought.items.data;
    if (!item) throw new Error("no item");
    const { price } = item;
    const key = price.lookup_key ?? "";
    price.lookup_key = null;
    shop().addPrice(key, { product: price.product, unit_amount: 1299 });
    await bench.tell(project, "customer.subscription.updated", bought);
    expect(await bench.active(project, ada)).toEqual(["pro", "team"]);
    const addOn = shop().addPrice("storage", { product: "prod_storage" });
    bought.items.data.unshift({ ...item, id: "si_2", price: addOn });
    await bench.tell(project, "customer.subscription.updated", bought);
    expect(await bench.active(project, ada)).toEqual(["pro", "team"]);
  });

  test("what an operator sells to a customer in Stripe's dashboard is the user's", async () => {
    await checkout();
    const [page] = shop().checkouts;
    const [, team] = shop().prices.values();
    if (!page?.customer || !team) throw new Error("no page");
    const made = shop().subscribe("", team, page.customer);
    made.metadata = {};
    await bench.tell(project, "customer.subscription.created", made);
    expect(await bench.active(project, ada)).toEqual(["pro", "team"]);
  });

  test("of several items the one with the highest tier counts, and add-ons that are not in the catalog take nothing away", async () => {
    await checkout("team_monthly");
    const bought = await bench.pay(project);
    const [item] = bought.items.data;
    const addOn = shop().addPrice("storage", { product: "prod_storage" });
    if (item) bought.items.data.unshift({ ...item, id: "si_2", price: addOn });
    await bench.tell(project, "customer.subscription.updated", bought);
    expect(await bench.active(project, ada)).toEqual(["pro", "team"]);
  });
});
