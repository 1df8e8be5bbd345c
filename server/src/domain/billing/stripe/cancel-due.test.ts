import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { SubscriptionState } from "@svc/proto/svc/billing/v1/subscription_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { billingOf, DAY_MS, SELLING } from "../../../testing/billing.ts";
import { engines } from "../../../testing/engines.ts";
import { storeFaults } from "../../../testing/stores/store-fault.ts";
import { STRIPE_KEY, StripeStore } from "../../../testing/stores/stripe.ts";
import type { StripeSubscriptionThing } from "../../../testing/stores/stripe-things.ts";
import { TestApp } from "../../../testing/test-app.ts";
import { systemActor } from "../../analytics/record-event.ts";
import type { Project } from "../../projects/project.ts";
import { updateProject } from "../../projects/update-project.ts";
import { processInbox } from "../process-inbox.ts";
import { cancelDueAtStripe } from "./cancel-due.ts";

const WEBHOOK_SECRET = "whsec_0123456789abcdef";

describe.each(engines)("What deleted users bought at Stripe on $kind", (engine) => {
  let stripe: StripeStore;
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    stripe = await StripeStore.open();
    t = await TestApp.open(engine, { stores: { stripe: stripe.url } });
    stripe.clock = t.app.clock;
    const made = await t.addProject("Demo", { allowAnonymousSignIn: true });
    project = await updateProject(t.app, systemActor, made.project.id, {
      settings: { billing: { ...SELLING, stripe: { ...SELLING.stripe, enabled: true } } },
      secrets: new Map([
        ["billing.stripe.secret_key", STRIPE_KEY],
        ["billing.stripe.webhook_secret", WEBHOOK_SECRET],
      ]),
    });
  });
  afterEach(async () => {
    await t.close();
    await stripe.close();
  });

  /** A guest who has subscribed, and what Stripe knows of it. */
  const subscriber = async (): Promise<{ guest: TokenResponse; bought: StripeSubscriptionThing }> => {
    const guest = await t.auth(project).signInAnonymously({});
    const { purchaseAccountToken } = await billingOf(t, project, guest).getBillingAccount({});
    const price = stripe.shop.addPrice(`svc:${project.slug}:pro:p1m:usd`);
    const bought = stripe.shop.subscribe(purchaseAccountToken, price);
    await tell("customer.subscription.created", bought);
    return { guest, bought };
  };
  const tell = async (type: string, about: object): Promise<void> => {
    const event = stripe.shop.event(type, about);
    expect(await stripe.send(`${t.url}/webhooks/stripe/${project.slug}`, WEBHOOK_SECRET, event)).toBe(200);
    await processInbox(t.app);
  };
  const remove = ({ accessToken }: TokenResponse) => t.auth(project, accessToken).deleteAccount({});
  const queued = () => t.app.db.selectFrom("stripeCancellations").selectAll().execute();

  test("is ended there, once", async () => {
    const { guest, bought } = await subscriber();
    const { entitlements } = await billingOf(t, project, guest).listEntitlements({});
    expect(entitlements[0]).toMatchObject({ id: "pro", active: true });
    const { activeStoreSubscriptions } = await remove(guest);
    expect(activeStoreSubscriptions).toEqual([]);
    // The subscription, and the pages of the customer.
    expect(await cancelDueAtStripe(t.app)).toEqual({ canceled: 2, failed: 0 });
    expect(stripe.shop.subscriptions.get(bought.id)?.status).toBe("canceled");
    // That the customer's account was deleted stays known for a while.
    expect(await queued()).toMatchObject([{ subscriptionKey: bought.customer }]);
    expect(await cancelDueAtStripe(t.app)).toEqual({ canceled: 0, failed: 0 });
  });

  test("is ended when Stripe answers again", async () => {
    const { guest, bought } = await subscriber();
    await remove(guest);
    stripe.fault = storeFaults["answers 503"];
    expect(await cancelDueAtStripe(t.app)).toEqual({ canceled: 0, failed: 2 });
    stripe.fault = undefined;
    expect(await cancelDueAtStripe(t.app)).toEqual({ canceled: 0, failed: 0 });
    t.advance(60_000);
    expect(await cancelDueAtStripe(t.app)).toEqual({ canceled: 2, failed: 0 });
    expect(stripe.shop.subscriptions.get(bought.id)?.status).toBe("canceled");
  });

  test("is given up visibly after two weeks", async () => {
    const { guest } = await subscriber();
    await remove(guest);
    stripe.fault = storeFaults["answers 500"];
    t.advance(14 * DAY_MS);
    await cancelDueAtStripe(t.app);
    expect((await queued()).map(({ gaveUpAt }) => gaveUpAt)).toEqual([t.app.clock()]);
    const events = await t.app.db
      .selectFrom("events")
      .selectAll()
      .where("kind", "=", "billing.cancellation_gave_up")
      .execute();
    expect(events).toHaveLength(1);
    expect(await cancelDueAtStripe(t.app)).toEqual({ canceled: 0, failed: 0 });
  });

  test("is ended also when it was refunded and Stripe goes on billing it", async () => {
    const { guest, bought } = await subscriber();
    for (const payment of stripe.shop.payments) payment.refunded = true;
    await tell("customer.subscription.updated", bought);
    const { subscriptions } = await billingOf(t, project, guest).listSubscriptions({});
    expect(subscriptions).toMatchObject([{ state: SubscriptionState.REVOKED }]);
    await remove(guest);
    await cancelDueAtStripe(t.app);
    expect(bought.status).toBe("canceled");
  });

  test("stays when the project says so, and the pages that were open are closed", async () => {
    project = await updateProject(t.app, systemActor, project.id, {
      settings: { billing: { keepStripeSubscriptions: true } },
    });
    const { guest, bought } = await subscriber();
    await remove(guest);
    expect(await cancelDueAtStripe(t.app)).toEqual({ canceled: 1, failed: 0 });
    expect(bought.status).toBe("active");
  });
});
