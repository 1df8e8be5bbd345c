import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { applyPurchase } from "../src/domain/billing/apply-purchase.ts";
import { applySnapshot } from "../src/domain/billing/apply-snapshot.ts";
import { billingAccountOf } from "../src/domain/billing/billing-account.ts";
import { metricDefinitions } from "../src/domain/billing/metric-definitions.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { adminBilling, DAY_MS, paidMonth, SELLING } from "../src/testing/billing.ts";
import { paidOnce } from "../src/testing/one-time.ts";
import { STRIPE_KEY, StripeStore } from "../src/testing/stores/stripe.ts";
import type { StripeSubscriptionThing } from "../src/testing/stores/stripe-things.ts";
import { ADMIN_PASSWORD } from "../src/testing/test-app.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

const MINUTE = 60_000;

describe("figures and support in the console", () => {
  let stripe: StripeStore;
  beforeEach(async () => {
    stripe = await StripeStore.open();
  });
  afterEach(() => stripe.close());
  const current = useConsole(() => ({ stores: { stripe: stripe.url } }));

  const open = async () => {
    const c = current();
    stripe.clock = c.t.app.clock;
    const { token } = await c.t.addAdmin();
    const { project } = await c.t.addProject("Fernweh");
    const selling = await updateProject(c.t.app, systemActor, project.id, {
      settings: { billing: { ...SELLING, stripe: { ...SELLING.stripe, enabled: true } } },
      secrets: new Map([["billing.stripe.secret_key", STRIPE_KEY]]),
    });
    await c.signIn();
    const ada = await c.t.addUser(selling, "ada@example.com", "correct horse battery");
    return { c, project: selling, ada, admin: adminBilling(c.t, token) };
  };

  /** Ada pays for a month at Stripe. */
  const sell = async (c: ConsolePage, project: Project, user: TokenResponse) => {
    const { shop } = stripe;
    const { purchaseToken } = await billingAccountOf(c.t.app, project, user.user?.id ?? "");
    const bought = shop.subscribe(purchaseToken, shop.addPrice("svc:fernweh:pro:p1m:usd"));
    const told = paidMonth(c.t.app.clock(), {
      ...{ store: "stripe", subjectKey: bought.id, environment: "sandbox", accountToken: purchaseToken },
      ...{ productId: "prod_demo", planId: "svc:fernweh:pro:p1m:usd" },
    });
    const { subscription } = await applySnapshot(c.t.app, project, told);
    return { bought, id: subscription.id };
  };

  const drawerOf = async (c: ConsolePage, id: string) => {
    await c.goto(`/p/fernweh/billing/subscriptions?env=all&subscription=${id}`);
    const drawer = c.dialog().first();
    await drawer.getByRole("heading", { name: "Support" }).waitFor();
    return drawer;
  };

  test("figures stand beside their definitions, by store and tier, with and without test purchases", async () => {
    const { c, project, ada } = await open();
    await c.goto("/p/fernweh/billing");
    await c.page.getByRole("link", { name: "Metrics", exact: true }).press("Enter");
    await c.page.getByText("No metrics yet").waitFor();
    await c.inspect("billing-metrics-empty");
    await sell(c, project, ada);
    const apple = (n: number, changes: object) =>
      applySnapshot(
        c.t.app,
        project,
        paidMonth(c.t.app.clock() - n * DAY_MS, { subjectKey: `${n}`, ...changes }),
      );
    await apple(1, { currency: "EUR", priceMicros: 12_345_670_000 });
    await apple(2, { productId: "com.example.app.gone", currency: "JPY", priceMicros: 980_000_000 });
    await apple(40, { state: "expired", willRenew: false });
    await c.press("Include test purchases");
    const total = c.page.getByRole("region", { name: "All stores" });
    await total.getByText("€12,345.67 + ¥980 + $9.99").waitFor();
    for (const name of Object.keys(metricDefinitions)) {
      const meaning = metricDefinitions[name as keyof typeof metricDefinitions];
      expect(await total.getByText(meaning).count(), name).toBe(1);
    }
    const groups = c.page.getByRole("listitem").filter({ has: c.page.locator("dl") });
    await groups.filter({ hasText: "Pro · Stripe" }).getByText("$9.99").waitFor();
    await groups.filter({ hasText: "Not in the catalog · App Store" }).getByText("¥980").waitFor();
    await c.inspect("billing-metrics");

    await c.page.getByLabel("Environment").selectOption("Production only");
    await c.page.reload(); // the empty answer of before is still fresh
    await total.getByText("€12,345.67 + ¥980", { exact: true }).waitFor();
    await c.page.getByLabel("Period").selectOption("Last 90 days");
    expect(c.page.url()).toContain("days=90");
    c.expectPeace();
  });

  test("a subscription at Stripe is canceled with its period, then refunded once the password is confirmed", async () => {
    const { c, project, ada, admin } = await open();
    const { bought, id } = await sell(c, project, ada);
    const drawer = await drawerOf(c, id);
    c.t.advance(MINUTE);
    await c.inspect("billing-support");
    await drawer.getByRole("button", { name: "Cancel at period end" }).press("Enter");
    const later = c.page.getByRole("dialog", { name: "Cancel at the end of the period?" });
    await later.getByText("They keep access until Jan 31, 2030.").waitFor();
    await c.inspect("billing-support-cancel");
    await later.getByRole("button", { name: "Cancel at period end" }).press("Enter");
    await c.page.getByText("Will be canceled at the end of the period.").waitFor();
    expect(bought).toMatchObject({ status: "active", cancel_at_period_end: true });
    await drawer
      .locator("span")
      .filter({ hasText: /^Canceled$/ })
      .waitFor();
    await expect.poll(() => drawer.getByRole("button", { name: "Cancel at period end" }).count()).toBe(0);

    c.t.advance(11 * MINUTE);
    await drawer.getByRole("button", { name: "Refund last payment" }).click();
    const refund = c.page.getByRole("dialog", { name: "Refund the last payment?" });
    await c.inspect("billing-support-refund");
    await refund.getByRole("button", { name: "Refund last payment" }).click();
    const question = c.page.getByRole("dialog", { name: "Confirm your password" });
    await question.waitFor();
    expect(stripe.shop.payments).toMatchObject([{ refunded: false }]);
    await c.page.keyboard.type(ADMIN_PASSWORD);
    await c.page.keyboard.press("Enter");
    await c.page.getByText("Refunded $9.99 and canceled the subscription.").waitFor();
    await refund.waitFor({ state: "detached" });
    expect(bought.status).toBe("canceled");
    expect(stripe.shop.payments).toMatchObject([{ refunded: true }]);
    const { total } = await admin.getBillingMetrics({ project: "fernweh", includeSandbox: true });
    expect(total?.refunds).toBe(1n);
    c.forgive(/400|403|401/);
    c.expectPeace();
  });

  test("a refund that Stripe refuses says which permission the key lacks, and cancel now works", async () => {
    const { c, project, ada } = await open();
    const { bought, id } = await sell(c, project, ada);
    const may = ["subscription_write", "invoice_read", "payment_intent_read", "charge_read"];
    stripe.keys.set(STRIPE_KEY, new Set(may));
    const drawer = await drawerOf(c, id);
    c.t.advance(MINUTE);
    await drawer.getByRole("button", { name: "Refund last payment" }).click();
    const refund = c.page.getByRole("dialog", { name: "Refund the last payment?" });
    await refund.getByRole("button", { name: "Refund last payment" }).click();
    await refund.getByRole("alert").getByText("lacks the permission rak_charge_write").waitFor();
    await refund.getByRole("button", { name: "Keep subscription" }).click();
    await refund.waitFor({ state: "detached" });
    expect(bought.status).toBe("active");
    await drawer.getByRole("button", { name: "Cancel now" }).click();
    const now = c.page.getByRole("dialog", { name: "Cancel now?" });
    await now.getByRole("button", { name: "Cancel now" }).click();
    await c.page.getByText("Subscription canceled.").waitFor();
    await expectEnded(bought);
    c.forgive(/503/);
    c.expectPeace();
  });

  test("one-time purchases at Stripe are refunded in the list and at the user; a delivered one is said to be", async () => {
    const { c, project, ada } = await open();
    const userId = ada.user?.id ?? "";
    const { shop } = stripe;
    const { purchaseToken: accountToken } = await billingAccountOf(c.t.app, project, userId);
    const buy = async (productId: string) => {
      const price = shop.addPrice("svc:fernweh:coins:once:usd", { recurring: null });
      const metadata = { svc_account: accountToken, svc_product: "coins", svc_stripe_product: productId };
      const intent = shop.payOnce(price, { metadata });
      const sold = { store: "stripe", environment: "sandbox", subjectKey: intent.id } as const;
      const told = paidOnce(c.t.app.clock(), { ...sold, productId, accountToken });
      return { intent, id: (await applyPurchase(c.t.app, project, told)).purchase.id };
    };
    const [kept, delivered] = [await buy("prod_kept"), await buy("prod_delivered")];
    await applyPurchase(c.t.app, project, paidOnce(c.t.app.clock(), { accountToken }));
    const claim = { consumedAt: c.t.app.clock(), claimId: "order-1" };
    await c.t.app.db.updateTable("purchases").set(claim).where("id", "=", delivered.id).execute();
    c.t.advance(MINUTE);

    await c.goto(`/p/fernweh/users/${userId}`);
    const part = c.page.getByRole("region", { name: "One-time purchases" });
    const line = part.getByRole("listitem").filter({ hasText: "prod_delivered" });
    await line.getByRole("button", { name: "Refund" }).waitFor();
    expect(await part.getByRole("button", { name: "Refund" }).count()).toBe(2); // Apple's has none
    await c.inspect("user-purchases-refund");
    await line.getByRole("button", { name: "Refund" }).press("Enter");
    const first = c.page.getByRole("dialog", { name: "Refund prod_delivered?" });
    await first.getByText("This purchase was delivered on Jan 1, 2030.").waitFor();
    await c.inspect("billing-purchase-refund");
    await first.getByRole("button", { name: "Keep purchase" }).click();
    await first.waitFor({ state: "detached" });
    expect(delivered.intent.refunded).toBe(false);
    await line.getByRole("button", { name: "Refund" }).click();
    await first.getByRole("button", { name: "Refund" }).click();
    await c.page.getByText("Refunded $9.99.").waitFor();
    await line.getByText("Refunded", { exact: true }).waitFor();
    expect([delivered.intent.refunded, kept.intent.refunded]).toEqual([true, false]);

    c.t.advance(11 * MINUTE);
    await c.goto(`/p/fernweh/billing/purchases?env=all&purchase=${kept.id}`);
    const drawer = c.dialog().first();
    await drawer.getByRole("button", { name: "Refund" }).click();
    const second = c.page.getByRole("dialog", { name: "Refund prod_kept?" });
    await second.getByText("Access ends immediately.").waitFor();
    await second.getByRole("button", { name: "Refund" }).click();
    await c.page.getByRole("dialog", { name: "Confirm your password" }).waitFor();
    expect(kept.intent.refunded).toBe(false);
    await c.page.keyboard.type(ADMIN_PASSWORD);
    await c.page.keyboard.press("Enter");
    await second.waitFor({ state: "detached" });
    await expect.poll(() => drawer.getByRole("button", { name: "Refund" }).count()).toBe(0);
    expect(kept.intent.refunded).toBe(true);
    c.forgive(/400|403|401/);
    c.expectPeace();
  });

  test("a subscription of another store names the customer's page, and is extended by grants", async () => {
    const { c, project, ada, admin } = await open();
    const userId = ada.user?.id ?? "";
    const { purchaseToken } = await billingAccountOf(c.t.app, project, userId);
    const told = paidMonth(c.t.app.clock() - 40 * DAY_MS, {
      ...{ productId: "com.example.app.team_monthly", accountToken: purchaseToken },
      ...{ state: "expired", willRenew: false },
    });
    const { subscription } = await applySnapshot(c.t.app, project, told);
    const drawer = await drawerOf(c, subscription.id);
    const link = drawer.getByRole("link", { name: "https://apps.apple.com/account/subscriptions" });
    expect(await link.getAttribute("rel")).toBe("noreferrer");
    expect(await drawer.getByRole("button", { name: /^(Cancel|Refund)/ }).count()).toBe(0);
    await drawer.getByRole("button", { name: "Extend" }).press("Enter");
    const dialog = c.page.getByRole("dialog", { name: "Extend access" });
    expect(await dialog.getByLabel("Until").inputValue()).toBe("2030-01-31");
    await c.inspect("billing-support-extend");
    await dialog.getByLabel("Until").fill("2030-03-01");
    await dialog.getByLabel("Reason").fill("outage");
    await dialog.getByRole("button", { name: "Grant access" }).press("Enter");
    await c.page.getByText("Access granted until Mar 1, 2030.").waitFor();
    await dialog.waitFor({ state: "detached" });
    const { grants } = await admin.getUserEntitlements({ project: "fernweh", userId });
    expect(grants.map(({ entitlementId, reason }) => `${entitlementId} ${reason}`).sort()).toEqual([
      "pro outage",
      "team outage",
    ]);
    c.expectPeace();
  });
});

async function expectEnded(bought: StripeSubscriptionThing): Promise<void> {
  await expect.poll(() => bought.status, { timeout: 60_000 }).toBe("canceled");
}
