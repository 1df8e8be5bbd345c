import type { Client } from "@connectrpc/connect";
import type { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { SubscriptionState } from "@svc/proto/svc/billing/v1/subscription_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { applySnapshot } from "../../domain/billing/apply-snapshot.ts";
import { cancelDueAtStripe } from "../../domain/billing/stripe/cancel-due.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { adminBilling, billingOf, paidMonth } from "../../testing/billing.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { storeFaults } from "../../testing/stores/store-fault.ts";
import { StripeBench } from "../../testing/stores/stripe-bench.ts";
import { DOCUMENTED_PERMISSIONS } from "../../testing/stores/stripe-permissions.ts";
import type { StripeSubscriptionThing } from "../../testing/stores/stripe-things.ts";

const urls = { successUrl: "https://app.example.com/done", cancelUrl: "https://app.example.com/" };

describe.each(engines)("Support at Stripe on $kind", (engine) => {
  let bench: StripeBench;
  let project: Project;
  let ada: TokenResponse;
  let admin: Client<typeof BillingService>;
  let bought: StripeSubscriptionThing;
  let subscriptionId: string;
  beforeEach(async () => {
    bench = await StripeBench.open(engine);
    project = await bench.addProject();
    admin = adminBilling(bench.t, (await bench.t.addAdmin()).token);
    ada = await bench.t.auth(project).signInAnonymously({});
    bench.addPrice(project);
    await billingOf(bench.t, project, ada).createCheckoutSession({ productId: "pro_monthly", ...urls });
    bought = await bench.pay(project);
    subscriptionId = await idOf(bought.id);
    bench.t.advance(60_000);
  });
  afterEach(() => bench.close());

  const idOf = async (subjectKey: string): Promise<string> => {
    const { db } = bench.t.app;
    const rows = db.selectFrom("subscriptions").select("id").where("subjectKey", "=", subjectKey);
    return (await rows.executeTakeFirstOrThrow()).id;
  };
  const cancel = (immediately: boolean) =>
    admin.cancelSubscription({ project: project.slug, subscriptionId, immediately });
  const refund = () => admin.refundPayment({ project: project.slug, subscriptionId });
  const eventsOf = async (kind: string) => {
    const { db } = bench.t.app;
    const rows = await db.selectFrom("events").selectAll().where("kind", "=", kind).execute();
    return rows.map(({ actor, data, userId }) => ({ actor, userId, ...JSON.parse(data) }));
  };
  const refundsAsked = () => bench.store.seen.filter((call) => call === "POST /v1/refunds").length;

  test("a subscription that is canceled at the end of its period gives access until then", async () => {
    const { subscription } = await cancel(false);
    expect(subscription?.subscription).toMatchObject({ state: SubscriptionState.CANCELED, willRenew: false });
    expect(bought).toMatchObject({ status: "active", cancel_at_period_end: true });
    expect(await bench.active(project, ada)).toEqual(["pro"]);
    const by = { actor: "admin:root@example.com", userId: ada.user?.id };
    const what = { subscription_id: subscriptionId, store: "stripe", immediately: false };
    expect(await eventsOf("admin.subscription_canceled")).toEqual([{ ...by, ...what }]);

    await cancel(false);
    expect(await eventsOf("admin.subscription_canceled")).toHaveLength(1);
  });

  test("a subscription that is canceled now gives no access, also after one that was to end later", async () => {
    await cancel(false);
    const { subscription } = await cancel(true);
    expect(subscription?.subscription?.state).toBe(SubscriptionState.EXPIRED);
    expect(bought.status).toBe("canceled");
    expect(await bench.active(project, ada)).toEqual([]);
    await cancel(true);
    await cancel(false);
    expect((await eventsOf("admin.subscription_canceled")).map((one) => one.immediately)).toEqual([
      false,
      true,
    ]);
  });

  test("a refund gives the newest payment back, ends access and the subscription, and counts in the figures", async () => {
    bench.t.advance(30 * 86_400_000);
    const newest = bench.store.shop.renew(bought);
    await bench.tell(project, "invoice.paid", { object: "invoice", ...parentOf(bought) });
    const { refunded, subscription } = await refund();
    expect(refunded).toMatchObject({ currency: "USD", micros: 9_990_000n });
    expect(subscription?.subscription?.state).toBe(SubscriptionState.REVOKED);
    expect(bought.status).toBe("canceled");
    expect(bench.store.shop.payments.map((payment) => payment.refunded)).toEqual([false, true]);
    expect(newest.refunded).toBe(true);
    const holder = { project: project.slug, userId: ada.user?.id ?? "" };
    expect((await admin.getUserEntitlements(holder)).entitlements.some(({ active }) => active)).toBe(false);
    expect(await eventsOf("admin.payment_refunded")).toEqual([
      {
        ...{ actor: "admin:root@example.com", userId: ada.user?.id, store: "stripe" },
        ...{ subscription_id: subscriptionId, currency: "USD", amount_micros: 9_990_000 },
      },
    ]);
    const { total } = await admin.getBillingMetrics({ project: project.slug, includeSandbox: true });
    expect(total).toMatchObject({ refunds: 1n, active: 0n });
    expect(total?.refunded).toMatchObject([{ currency: "USD", micros: 9_990_000n }]);
  });

  test("two clicks at once and a third one later give the money back once", async () => {
    const both = await Promise.allSettled([refund(), refund()]);
    expect(both.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(await reasonOf(refund())).toBe("NOTHING_TO_REFUND");
    expect(bench.store.shop.payments).toMatchObject([{ refunded: true, amount: 999 }]);
  });

  test("a refund whose answer is lost is asked for again, and made once", async () => {
    let isLost = false;
    bench.store.afterwards = ({ method, url }, response) => {
      if (isLost || method !== "POST" || url !== "/v1/refunds") return false;
      isLost = true;
      response.destroy();
      return true;
    };
    expect((await refund()).refunded?.micros).toBe(9_990_000n);
    expect(isLost).toBe(true);
    expect(refundsAsked()).toBe(2);
    expect(await eventsOf("admin.payment_refunded")).toHaveLength(1);
  });

  test("what is left of a payment that was given back in part is given back", async () => {
    const [payment] = bench.store.shop.payments;
    if (payment) payment.amountRefunded = 400;
    expect((await refund()).refunded?.micros).toBe(5_990_000n);
  });

  test("nothing is given back of a trial, and it goes on", async () => {
    const [payment] = bench.store.shop.payments;
    if (payment) payment.amount = 0;
    expect(await reasonOf(refund())).toBe("NOTHING_TO_REFUND");
    expect(bought.status).toBe("active");
    expect(refundsAsked()).toBe(0);
  });

  test("what somebody refunded at Stripe itself is not refunded again, but billed no more", async () => {
    const [payment] = bench.store.shop.payments;
    if (payment) payment.refunded = true;
    expect(await reasonOf(refund())).toBe("NOTHING_TO_REFUND");
    expect(bought.status).toBe("canceled");
    expect(await bench.active(project, ada)).toEqual([]);
    expect(await eventsOf("admin.payment_refunded")).toEqual([]);
  });

  test("a key that may not refund is named, and nothing changes", async () => {
    const key = "rk_test_51NoRefunds";
    bench.store.keys.set(key, new Set(DOCUMENTED_PERMISSIONS));
    project = await updateProject(bench.t.app, systemActor, project.id, {
      secrets: new Map([["billing.stripe.secret_key", key]]),
    });
    const metadata = { store: "stripe", refused: "true", permission: "rak_charge_write" };
    expect(await failureOf(refund())).toMatchObject({ reason: "STORE_UNAVAILABLE", metadata });
    expect(bought.status).toBe("active");
    expect(bench.store.shop.payments).toMatchObject([{ refunded: false }]);
    expect(await eventsOf("admin.payment_refunded")).toEqual([]);
    const { stores } = await admin.getStoreStatus({ project: project.slug });
    expect(stores.at(-1)?.lastError).toContain("the key lacks rak_charge_write");

    bench.store.keys.set(key, new Set([...DOCUMENTED_PERMISSIONS, "charge_write"]));
    expect((await refund()).refunded?.micros).toBe(9_990_000n);
  });

  test("a subscription that cannot be ended after its refund is ended by the outbox", async () => {
    bench.store.afterwards = ({ method, url }) => {
      if (method !== "POST" || url !== "/v1/refunds") return false;
      bench.store.fault = storeFaults["answers 503"];
      return false;
    };
    expect((await refund()).refunded?.micros).toBe(9_990_000n);
    expect(bought.status).toBe("active");
    expect(await cancelDueAtStripe(bench.t.app)).toEqual({ canceled: 0, failed: 1 });
    expect(bench.t.logLines.join("\n")).toContain("subscription not ended at Stripe, will be tried again");
    bench.t.advance(60_000);
    bench.store.afterwards = undefined;
    bench.store.fault = undefined;
    expect(await cancelDueAtStripe(bench.t.app)).toEqual({ canceled: 1, failed: 0 });
    expect(bought.status).toBe("canceled");
  });

  test("other stores, other projects, and requests that name nothing or both are refused", async () => {
    const told = paidMonth(bench.t.app.clock());
    const { subscription } = await applySnapshot(bench.t.app, project, told);
    const apple = { project: project.slug, subscriptionId: subscription.id };
    expect(await reasonOf(admin.cancelSubscription(apple))).toBe("STORE_ACTION_UNSUPPORTED");
    expect(await reasonOf(admin.refundPayment(apple))).toBe("STORE_ACTION_UNSUPPORTED");
    const other = await bench.addProject("Other");
    const foreign = { project: other.slug, subscriptionId };
    expect(await reasonOf(admin.cancelSubscription(foreign))).toBe("NOT_FOUND");
    expect(await reasonOf(admin.refundPayment(foreign))).toBe("NOT_FOUND");
    expect(await reasonOf(admin.refundPayment({ project: project.slug }))).toBe("INVALID_REQUEST");
    const both = { project: project.slug, subscriptionId, purchaseId: "x" };
    expect(await reasonOf(admin.refundPayment(both))).toBe("INVALID_REQUEST");
    expect(bought.status).toBe("active");
    expect(refundsAsked()).toBe(0);
  });

  test("a refund that was made is in the audit log and ends the subscription, also if the role ends meanwhile", async () => {
    const { db } = bench.t.app;
    let isTaken = false;
    bench.store.afterwards = ({ method, url }, response) => {
      if (isTaken || method !== "POST" || url !== "/v1/refunds") return false;
      isTaken = true; // the answer is lost and asked for again; meanwhile the role ends
      void db
        .deleteFrom("adminRoles")
        .execute()
        .then(() => response.destroy());
      return true;
    };
    await refund();
    const kind = "admin.payment_refunded";
    const events = await db.selectFrom("events").selectAll().where("kind", "=", kind).execute();
    expect({ isTaken, events: events.length, status: bought.status }).toEqual({
      isTaken: true,
      events: 1,
      status: "canceled",
    });
    expect(await reasonOf(refund())).toBe("NOT_FOUND"); // nobody without a role sees the project
  });

  test("Stripe that does not answer is said, and nothing is recorded", async () => {
    bench.store.fault = storeFaults["answers 503"];
    expect(await reasonOf(cancel(true))).toBe("STORE_UNAVAILABLE");
    expect(await reasonOf(refund())).toBe("STORE_UNAVAILABLE");
    bench.store.fault = undefined;
    expect(bought.status).toBe("active");
    expect(await eventsOf("admin.subscription_canceled")).toEqual([]);
    expect(await eventsOf("admin.payment_refunded")).toEqual([]);
  });
});

function parentOf({ id }: StripeSubscriptionThing): object {
  return { parent: { type: "subscription_details", subscription_details: { subscription: id } } };
}
