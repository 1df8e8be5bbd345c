import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { processInbox } from "../../domain/billing/process-inbox.ts";
import { cancelDueAtStripe } from "../../domain/billing/stripe/cancel-due.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { billingOf, DAY_MS } from "../../testing/billing.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf } from "../../testing/reason-of.ts";
import { StripeBench } from "../../testing/stores/stripe-bench.ts";
import type { StripeCheckout } from "../../testing/stores/stripe-things.ts";

const urls = { successUrl: "https://app.example.com/done", cancelUrl: "https://app.example.com/" };

describe.each(engines)("Customers at Stripe on $kind", (engine) => {
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

  const app = () => billingOf(bench.t, project, ada);
  const checkout = () => app().createCheckoutSession({ productId: "pro_monthly", ...urls });
  const portal = () => app().createPortalSession({ returnUrl: urls.cancelUrl });
  const shop = () => bench.store.shop;
  const open = (): StripeCheckout[] => shop().checkouts.filter(({ status }) => status === "open");

  describe("a customer that Stripe no longer knows", () => {
    const stored = () => bench.t.app.db.selectFrom("billingAccounts").selectAll().executeTakeFirst();

    test("is replaced at the next checkout", async () => {
      await checkout();
      const bought = await bench.pay(project);
      shop().end(bought, "cancellation_requested");
      await bench.tell(project, "customer.subscription.deleted", bought);
      shop().customers.clear();
      await checkout();
      const [customer] = shop().customers.values();
      expect(customer?.id).not.toBe(bought.customer);
      expect((await stored())?.stripeCustomerId).toBe(customer?.id);
      const again = await bench.pay(project);
      expect(again.customer).toBe(customer?.id);
      expect(await bench.active(project, ada)).toEqual(["pro"]);
    });

    test("because the keys are for live payments now is replaced, too", async () => {
      await checkout();
      await bench.pay(project);
      const key = "sk_live_51SvcDemoDemoDemo";
      bench.store.keys.set(key, "all");
      shop().subscriptions.clear();
      project = await updateProject(bench.t.app, systemActor, project.id, {
        secrets: new Map([["billing.stripe.secret_key", key]]),
      });
      await checkout();
      const customers = [...shop().customers.values()];
      expect(customers.map(({ livemode }) => livemode)).toEqual([false, true]);
      expect((await stored())?.stripeCustomerId).toBe(customers[1]?.id);
    });

    test("has no portal, and is forgotten", async () => {
      await checkout();
      await bench.pay(project);
      shop().customers.clear();
      expect(await failureOf(portal())).toMatchObject({
        reason: "NOT_FOUND",
        metadata: { resource: "customer" },
      });
      expect((await stored())?.stripeCustomerId).toBeNull();
    });

    test("is one for all who ask at once", async () => {
      await Promise.all([checkout(), checkout(), checkout()]);
      expect(shop().customers.size).toBe(1);
      expect(open()).toHaveLength(1);
    });
  });

  describe("an account that is deleted while a page is open", () => {
    const remove = () => bench.t.auth(project, ada.accessToken).deleteAccount({});
    const events = () =>
      bench.t.app.db.selectFrom("events").selectAll().where("kind", "=", "billing.orphan_canceled").execute();

    test("has its page closed", async () => {
      await checkout();
      await remove();
      await cancelDueAtStripe(bench.t.app);
      expect(shop().checkouts.map(({ status }) => status)).toEqual(["expired"]);
    });

    test("leaves a subscription that is ended, with one event", async () => {
      await checkout();
      await remove();
      const bought = await bench.pay(project);
      await bench.tell(project, "customer.subscription.updated", bought);
      expect(await events()).toHaveLength(1);
      await cancelDueAtStripe(bench.t.app);
      expect(bought.status).toBe("canceled");
      await bench.tell(project, "customer.subscription.deleted", bought);
      expect(await cancelDueAtStripe(bench.t.app)).toEqual({ canceled: 0, failed: 0 });
      expect(await events()).toHaveLength(1);
    });

    test("leaves one that is ended also when Stripe tells of it days later", async () => {
      await checkout();
      await remove();
      const [page] = open();
      if (!page) throw new Error("no page");
      const bought = shop().complete(page);
      await cancelDueAtStripe(bench.t.app);
      bench.t.advance(3 * DAY_MS);
      await bench.tell(project, "customer.subscription.updated", bought);
      await cancelDueAtStripe(bench.t.app);
      expect(bought.status).toBe("canceled");
      bench.t.advance(5 * DAY_MS);
      await cancelDueAtStripe(bench.t.app);
      expect(await bench.t.app.db.selectFrom("stripeCancellations").selectAll().execute()).toEqual([]);
    });

    test("differs from an account that this database never had, as after an old backup was restored", async () => {
      await checkout();
      const bought = await bench.pay(project);
      const newer = { svc_account: "5f0a62b0-0000-4000-8000-000000000002" };
      bought.metadata = { ...bought.metadata, ...newer };
      const restored = bench.t.app.db;
      await restored.deleteFrom("subscriptions").execute();
      await restored.deleteFrom("users").execute();
      await bench.tell(project, "customer.subscription.updated", bought);
      await cancelDueAtStripe(bench.t.app);
      expect(bought.status).toBe("active");
      expect(await events()).toEqual([]);
    });

    test("leaves one that goes on when the project says so", async () => {
      project = await updateProject(bench.t.app, systemActor, project.id, {
        settings: { billing: { keepStripeSubscriptions: true } },
      });
      await checkout();
      await remove();
      const bought = await bench.pay(project);
      await cancelDueAtStripe(bench.t.app);
      expect(bought.status).toBe("active");
      expect(await events()).toEqual([]);
    });

    test("is no reason to end what another project sold with the same account at Stripe", async () => {
      const other = await bench.addProject("Other");
      const [price] = shop().prices.values();
      if (!price) throw new Error("no price");
      const theirs = shop().subscribe("5f0a62b0-0000-4000-8000-000000000001", price);
      for (const metadata of [theirs.metadata, { ...theirs.metadata, svc_project: other.id }]) {
        theirs.metadata = { ...metadata };
        await bench.tell(project, "customer.subscription.updated", theirs);
        await processInbox(bench.t.app);
        await cancelDueAtStripe(bench.t.app);
        expect(theirs.status).toBe("active");
      }
      expect(await events()).toEqual([]);
    });
  });
});
