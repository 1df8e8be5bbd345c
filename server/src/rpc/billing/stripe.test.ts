import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { SubscriptionState } from "@svc/proto/svc/billing/v1/subscription_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { processInbox } from "../../domain/billing/process-inbox.ts";
import { cancelDueAtStripe } from "../../domain/billing/stripe/cancel-due.ts";
import type { Project } from "../../domain/projects/project.ts";
import { billingOf, DAY_MS, MONTH_MS } from "../../testing/billing.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { storeFaults } from "../../testing/stores/store-fault.ts";
import { StripeBench, secretOf } from "../../testing/stores/stripe-bench.ts";

const PASSWORD = "correct horse battery";
const urls = { successUrl: "https://app.example.com/done", cancelUrl: "https://app.example.com/" };

describe.each(engines)("Stripe on $kind", (engine) => {
  let bench: StripeBench;
  let project: Project;
  let ada: TokenResponse;
  beforeEach(async () => {
    bench = await StripeBench.open(engine);
    project = await bench.addProject();
    ada = await bench.t.addUser(project, "ada@example.com", PASSWORD);
    bench.addPrice(project);
    bench.addPrice(project, "team");
  });
  afterEach(() => bench.close());

  const app = (tokens = ada) => billingOf(bench.t, project, tokens);
  const checkout = (changes: object = {}, tokens = ada) =>
    app(tokens).createCheckoutSession({ productId: "pro_monthly", ...urls, ...changes });
  const state = async () => (await app().listSubscriptions({})).subscriptions.map((one) => one.state);
  /** Time goes by, and access tokens with it. */
  const wait = async (ms: number) => {
    bench.t.advance(ms);
    ada = await bench.t.auth(project).signIn({ email: "ada@example.com", password: PASSWORD });
  };

  describe("CreateCheckoutSession", () => {
    test("leads to a page for the product's price and this user, with the trial", async () => {
      const { url } = await checkout();
      expect(url).toMatch(/^https:\/\/checkout\.stripe\.example\//);
      const { purchaseAccountToken: token } = await app().getBillingAccount({});
      const metadata = { svc_account: token, svc_project: project.id };
      const [customer] = bench.store.shop.customers.values();
      expect(customer).toMatchObject({ email: "ada@example.com", metadata });
      expect(bench.store.shop.checkouts).toMatchObject([
        { reference: token, metadata, customer: customer?.id, trialDays: "7" },
      ]);
    });

    test("is the same page for the same wish within a minute, even when asked at once", async () => {
      const asked = await Promise.all([checkout(), checkout(), checkout()]);
      expect(new Set(asked.map(({ url }) => url)).size).toBe(1);
      expect(bench.store.shop.checkouts).toHaveLength(1);
      const { url } = await checkout({ productId: "team_monthly" });
      expect(url).not.toBe(asked[0]?.url);
      bench.t.advance(60_000);
      expect((await checkout()).url).not.toBe(asked[0]?.url);
    });

    test.each([
      ["successUrl", "https://evil.example.com/done"],
      ["cancelUrl", "https://app.example.com.evil.example/"],
      ["successUrl", "javascript:alert(1)"],
      ["cancelUrl", ""],
    ])("refuses to send the user back to %s %s", async (field, value) => {
      expect(await reasonOf(checkout({ [field]: value }))).toBe("REDIRECT_NOT_ALLOWED");
      expect(bench.store.seen).toEqual([]);
    });

    test("refuses what is not in the catalog, and what Stripe does not sell", async () => {
      expect(await failureOf(checkout({ productId: "nothing" }))).toMatchObject({
        reason: "PRODUCT_UNKNOWN",
        metadata: { product: "nothing" },
      });
      bench.store.shop.prices.clear();
      expect(await reasonOf(checkout())).toBe("PRODUCT_UNKNOWN");
    });

    test("is refused to whoever has it; whoever had it gets no second trial and the same customer", async () => {
      await checkout();
      const bought = await bench.pay(project);
      const refusal = await failureOf(checkout());
      const { subscriptions } = await app().listSubscriptions({});
      expect(refusal).toMatchObject({
        reason: "ALREADY_SUBSCRIBED",
        metadata: { subscription: subscriptions[0]?.id },
      });
      bench.store.shop.end(bought, "cancellation_requested");
      await bench.tell(project, "customer.subscription.deleted", bought);
      await checkout();
      expect(bench.store.shop.checkouts.at(-1)).toMatchObject({
        ...{ trialDays: undefined, customer: bought.customer, email: undefined },
      });
    });

    test("works for a guest, who keeps it", async () => {
      const guest = await bench.t.auth(project).signInAnonymously({});
      await checkout({}, guest);
      expect([...bench.store.shop.customers.values()]).toMatchObject([{ email: null }]);
      await bench.pay(project);
      expect(await bench.active(project, guest)).toEqual(["pro"]);
      const email = "guest@example.com";
      await bench.t.auth(project, guest.accessToken).linkPassword({ email, password: PASSWORD });
      const again = await bench.t.auth(project).signIn({ email, password: PASSWORD });
      expect(await bench.active(project, again)).toEqual(["pro"]);
      expect(await bench.active(project, ada)).toEqual([]);
    });

    test("says so when Stripe is down, and when the project has no key", async () => {
      bench.store.fault = storeFaults["answers 503"];
      expect(await reasonOf(checkout())).toBe("STORE_UNAVAILABLE");
      bench.store.fault = undefined;
      project = await bench.addProject("Other", {
        stripe: { ...project.settings.billing.stripe, enabled: false },
      });
      ada = await bench.t.addUser(project, "ada@example.com", PASSWORD);
      expect(await failureOf(checkout())).toMatchObject({
        reason: "STORE_NOT_CONFIGURED",
        metadata: { store: "stripe" },
      });
    });
  });

  test("CreatePortalSession is for those who bought something, and comes back to the project's own places", async () => {
    const portal = (returnUrl: string) => app().createPortalSession({ returnUrl });
    expect(await reasonOf(portal("https://app.example.com/me"))).toBe("NOT_FOUND");
    await checkout();
    await bench.pay(project);
    expect((await portal("https://app.example.com/me")).url).toMatch(/^https:\/\/billing\.stripe\.example\//);
    expect(await reasonOf(portal("https://evil.example.com/"))).toBe("REDIRECT_NOT_ALLOWED");
  });

  test("paid, renewed, not paid, paid after all, refunded: access follows on the next call", async () => {
    await checkout();
    const bought = await bench.pay(project);
    expect(await bench.active(project, ada)).toEqual(["pro"]);
    expect(await state()).toEqual([SubscriptionState.ACTIVE]);

    await wait(MONTH_MS);
    bench.store.shop.renew(bought);
    await bench.tell(project, "invoice.paid", invoiceOf(bought.id));
    expect(await bench.active(project, ada)).toEqual(["pro"]);

    // The next month begins, and the card is refused: access goes on for a few days.
    await wait(MONTH_MS);
    for (const item of bought.items.data) {
      item.current_period_start = item.current_period_end;
      item.current_period_end += 30 * 86_400;
    }
    bought.status = "past_due";
    await bench.tell(project, "invoice.payment_failed", invoiceOf(bought.id));
    expect(await state()).toEqual([SubscriptionState.GRACE_PERIOD]);
    expect(await bench.active(project, ada)).toEqual(["pro"]);
    const graceDays = project.settings.billing.stripeGraceDays;
    await wait((graceDays + 1) * DAY_MS);
    expect(await bench.active(project, ada)).toEqual([]);

    bought.status = "active";
    const payment = bench.store.shop.pay(bought);
    await bench.tell(project, "invoice.paid", invoiceOf(bought.id));
    expect(await bench.active(project, ada)).toEqual(["pro"]);

    payment.refunded = true;
    await bench.tell(project, "charge.refunded", { object: "charge", payment_intent: payment.intent });
    expect(await bench.active(project, ada)).toEqual([]);
    expect(await state()).toEqual([SubscriptionState.REVOKED]);
  });

  test("deleting the account ends it at Stripe, also when Stripe is down at that moment", async () => {
    await checkout();
    const bought = await bench.pay(project);
    bench.store.fault = storeFaults["hangs up"];
    await bench.t.auth(project, ada.accessToken).deleteAccount({});
    expect(await cancelDueAtStripe(bench.t.app)).toEqual({ canceled: 0, failed: 2 });
    expect(bought.status).toBe("active");
    bench.store.fault = undefined;
    bench.t.advance(60_000);
    expect(await cancelDueAtStripe(bench.t.app)).toEqual({ canceled: 2, failed: 0 });
    expect(bought.status).toBe("canceled");
  });

  describe("the webhook", () => {
    const post = async (body: string, signature: string, slug = project.slug) => {
      const url = bench.webhook({ ...project, slug });
      const headers = { "content-type": "application/json", "stripe-signature": signature };
      return (await fetch(url, { method: "POST", headers, body })).status;
    };
    const inbox = () => bench.t.app.db.selectFrom("billingInbox").selectAll().execute();
    const bodyOf = (changes: object = {}) =>
      JSON.stringify({
        ...bench.store.shop.event("customer.subscription.updated", { object: "subscription", id: "sub_1" }),
        ...changes,
      });

    test("refuses what was changed on the way, is stale, or is signed by another endpoint", async () => {
      const body = bodyOf();
      const good = bench.store.signature(body, secretOf(project));
      const now = bench.t.app.clock();
      const other = await bench.addProject("Other");
      for (const [sent, signature] of [
        [body.replace("sub_1", "sub_2"), good],
        [body, good.replace(/v1=(.)/, (_, first) => `v1=${first === "0" ? "1" : "0"}`)],
        [body, good.replace(/^t=\d+/, "t=1")],
        [body, bench.store.signature(body, secretOf(project), now - 301_000)],
        [body, bench.store.signature(body, secretOf(other))],
        [body, ""],
        ["[]", bench.store.signature("[]", secretOf(project))],
        ["{", bench.store.signature("{", secretOf(project))],
      ] as const) {
        expect({ signature, status: await post(sent, signature) }).toEqual({ signature, status: 400 });
      }
      expect(await inbox()).toEqual([]);
      expect(await post(body, good)).toBe(200);
      expect(await post(body, good)).toBe(200);
      expect(await inbox()).toHaveLength(1);
    });

    test("answers 404 for a project that does not exist", async () => {
      const body = bodyOf();
      expect(await post(body, bench.store.signature(body, secretOf(project)), "nobody")).toBe(404);
    });

    test("takes what is of no concern, and live events with a test key, and leaves them alone", async () => {
      const bodies = [
        bodyOf({ type: "customer.created" }),
        bodyOf({ livemode: true }),
        bodyOf({ type: "made.up" }),
      ];
      for (const body of bodies)
        expect(await post(body, bench.store.signature(body, secretOf(project)))).toBe(200);
      await processInbox(bench.t.app);
      expect((await inbox()).map(({ status }) => status)).toEqual(["ignored", "ignored", "ignored"]);
      expect(bench.store.seen).toEqual([]);
    });

    test("keeps no names and addresses", async () => {
      const about = { object: "subscription", id: "sub_1", customer_email: "ada@private.example" };
      const body = bodyOf({ data: { object: about } });
      expect(await post(body, bench.store.signature(body, secretOf(project)))).toBe(200);
      expect(JSON.stringify(await inbox())).not.toContain("private.example");
    });
  });
});

function invoiceOf(subscription: string): object {
  const parent = { type: "subscription_details", subscription_details: { subscription } };
  return { object: "invoice", id: "in_1", parent };
}
