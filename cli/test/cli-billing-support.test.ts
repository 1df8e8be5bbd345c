import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { applyPurchase } from "../../server/src/domain/billing/apply-purchase.ts";
import { metricDefinitions } from "../../server/src/domain/billing/metric-definitions.ts";
import type { Project } from "../../server/src/domain/projects/project.ts";
import { billingOf } from "../../server/src/testing/billing.ts";
import { engines } from "../../server/src/testing/engines.ts";
import { paidOnce } from "../../server/src/testing/one-time.ts";
import { StripeBench } from "../../server/src/testing/stores/stripe-bench.ts";
import type { StripeSubscriptionThing } from "../../server/src/testing/stores/stripe-things.ts";
import { ShapeCheck } from "../../server/test/shape-check.ts";
import { AppCli } from "./app-cli.ts";

vi.setConfig({ testTimeout: 300_000 }); // a few programs each

const urls = { successUrl: "https://app.example.com/done", cancelUrl: "https://app.example.com/" };

let bench: StripeBench;
let project: Project;
let cli: AppCli;
let bought: StripeSubscriptionThing;
let id: string;
const shapes = new ShapeCheck();
beforeEach(async () => {
  bench = await StripeBench.open(engines[0] ?? expect.fail());
  project = await bench.addProject();
  cli = new AppCli(bench.t, (await bench.t.addAdmin()).token);
  const ada: TokenResponse = await bench.t.auth(project).signInAnonymously({});
  bench.addPrice(project);
  await billingOf(bench.t, project, ada).createCheckoutSession({ productId: "pro_monthly", ...urls });
  bought = await bench.pay(project);
  const row = await bench.t.app.db.selectFrom("subscriptions").select("id").executeTakeFirstOrThrow();
  id = row.id;
  bench.t.advance(60_000);
});
afterEach(async () => {
  cli.close();
  await bench.close();
});

const billing = (...args: string[]): string[] => ["billing", ...args, "--project", "demo"];
const metrics = (...args: string[]) => cli.run(billing("metrics", "--sandbox", ...args));

test("metrics prints a line for each store and tier and the total, and the definition of each figure", async () => {
  const { stdout, stderr } = await metrics();
  const counts = ["9.99 USD", "1", "0", "0", "1", "0 of 0", "0 of 0", "0", "0"];
  expect(stdout).toBe(
    `${["stripe", "pro", ...counts].join("\t")}\n${["all", "all", ...counts].join("\t")}\n`,
  );
  for (const [name, meaning] of Object.entries(metricDefinitions)) {
    expect(stderr).toContain(`${name}: ${meaning}\n`);
  }
  expect((await cli.run(billing("metrics"))).stderr).toMatch(/^no subscriptions or purchases since 20/);
  expect(await shapes.json(cli, ...billing("metrics", "--sandbox", "--days", "7"))).toMatchObject({
    since: "2029-12-25T00:01:00Z",
    total: { active: "1", mrr: [{ currency: "USD", micros: "9990000" }] },
  });
  expect(await cli.failure(billing("metrics", "--days", "400"))).toMatchObject({ code: 2 });
  expect(await cli.failure(billing("metrics", "--days", "0"))).toEqual({
    code: 2,
    message: "--days must be between 1 and 365",
    hint: "leave it out for the last 30 days",
  });
});

test("cancel asks unless told, and ends the subscription with its period or now", async () => {
  expect(await cli.failure(billing("subscriptions", "cancel", id))).toMatchObject({
    code: 2,
    hint: "pass --yes to skip the confirmation",
  });
  expect(bought.cancel_at_period_end).toBe(false);
  const { stderr } = await cli.run(billing("subscriptions", "cancel", id, "--yes"));
  expect(stderr).toBe(`canceled subscription ${id}; access until 2030-01-31T00:00:00Z\n`);
  expect(bought).toMatchObject({ status: "active", cancel_at_period_end: true });
  const answer = await shapes.json(cli, ...billing("subscriptions", "cancel", id, "--now", "--yes"));
  expect(answer).toMatchObject({ subscription: { subscription: { state: "SUBSCRIPTION_STATE_EXPIRED" } } });
  expect(bought.status).toBe("canceled");
});

test("refund gives the last payment back once, and says when there is nothing to refund", async () => {
  expect(await cli.failure(billing("subscriptions", "refund", id))).toMatchObject({ code: 2 });
  const { stderr } = await cli.run(billing("subscriptions", "refund", id, "--yes"));
  expect(stderr).toBe(`refunded 9.99 USD and ended ${id}\n`);
  expect(bench.store.shop.payments).toMatchObject([{ refunded: true }]);
  expect(await cli.failure(billing("subscriptions", "refund", id, "--yes"))).toMatchObject({
    message: "there is no payment to refund",
  });
  expect((await metrics()).stdout).toContain("\t1 (9.99 USD)\t");
});

test("refund of a one-time purchase gives the money back once, and says that it was delivered", async () => {
  const purchases = (...args: string[]) => billing("purchases", "refund", ...args);
  const { app } = bench.t;
  const { shop } = bench.store;
  const buy = async () => {
    const { id: subjectKey } = shop.payOnce(shop.addPrice("svc:demo:coins:once:usd", { recurring: null }));
    const told = paidOnce(app.clock(), { store: "stripe", environment: "sandbox", subjectKey });
    return (await applyPurchase(app, project, told)).purchase.id;
  };
  const [fresh, delivered, third] = [await buy(), await buy(), await buy()];
  await app.db
    .updateTable("purchases")
    .set({ consumedAt: app.clock(), claimId: "order-1" })
    .where("id", "=", delivered)
    .execute();
  bench.t.advance(60_000);
  expect(await cli.failure(purchases(fresh))).toMatchObject({
    code: 2,
    hint: "pass --yes to skip the confirmation",
  });
  expect(shop.intents.map(({ refunded }) => refunded)).toEqual([false, false, false]);
  expect((await cli.run(purchases(fresh, "--yes"))).stderr).toBe(`refunded 9.99 USD for purchase ${fresh}\n`);
  expect((await cli.run(purchases(delivered, "--yes"))).stderr).toBe(
    `refunded 9.99 USD for purchase ${delivered}, which was delivered at 2030-01-01T00:01:00Z\n`,
  );
  expect(await cli.failure(purchases(fresh, "--yes"))).toMatchObject({
    message: "there is no payment to refund",
  });
  expect(await shapes.json(cli, ...purchases(third, "--yes"))).toMatchObject({
    refunded: { currency: "USD", micros: "9990000" },
    purchase: { purchase: { id: third, state: "PURCHASE_STATE_REFUNDED" } },
  });
  const { purchase: apple } = await applyPurchase(app, project, paidOnce(app.clock()));
  expect(await cli.failure(purchases(apple.id, "--yes"))).toMatchObject({
    message: "in this store, only the customer can do this",
    hint: "the App Store and Google Play handle their own refunds; send the customer there",
  });
  expect(await cli.failure(purchases("nope", "--yes"))).toMatchObject({ code: 3 });
});

test("refund names the permission that Stripe's key lacks", async () => {
  const { keys } = bench.store;
  for (const key of keys.keys()) {
    const may = ["subscription_write", "invoice_read", "payment_intent_read", "charge_read"];
    keys.set(key, new Set(may));
  }
  expect(await cli.failure(billing("subscriptions", "refund", id, "--yes"))).toMatchObject({
    message: "Stripe refused: the project's key lacks the permission rak_charge_write",
    hint: "give it to the key in Stripe's dashboard, then try again",
  });
  expect(bought.status).toBe("active");
});
