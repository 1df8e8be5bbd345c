import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { billingOf } from "../../../testing/billing.ts";
import { engines } from "../../../testing/engines.ts";
import { ONE_TIME } from "../../../testing/one-time.ts";
import { busyUntil } from "../../../testing/stores/app-store.ts";
import { APP_STORE_BILLING, AppStoreBench } from "../../../testing/stores/app-store-bench.ts";
import { type AppleSubscription, TEST_APP } from "../../../testing/stores/app-store-records.ts";
import { storeFaults } from "../../../testing/stores/store-fault.ts";
import { systemActor } from "../../analytics/record-event.ts";
import type { Project } from "../../projects/project.ts";
import { updateProject } from "../../projects/update-project.ts";
import { processInbox } from "../process-inbox.ts";

const HOUR_MS = 3_600_000;

describe.each(engines)("Apple's question about a refund on $kind", (engine) => {
  let b: AppStoreBench;
  let project: Project;
  let ada: TokenResponse;
  let accountToken: string;
  let bought: AppleSubscription;
  beforeEach(async () => {
    b = await AppStoreBench.open(engine);
    project = await b.addProject();
    b.store.webhooks.production = b.webhook(project);
    b.store.webhooks.sandbox = b.webhook(project);
    ada = await b.t.addUser(project, "ada@example.com", "correct horse battery");
    accountToken = (await billingOf(b.t, project, ada).getBillingAccount({})).purchaseAccountToken;
    await answers(true);
    bought = await buy();
  });
  afterEach(() => b.close());

  const answers = async (answerConsumptionRequests: boolean) => {
    const settings = { billing: { ...project.settings.billing, answerConsumptionRequests } };
    project = await updateProject(b.t.app, systemActor, project.id, { settings });
  };
  const tell = async (body: string | undefined) =>
    expect(await b.store.deliver("production", body ?? "")).toBe(200);
  const buy = async (productId?: string) => {
    const subscription = b.store.buy({ accountToken, ...(productId && { productId }) });
    await tell(b.store.told.at(-1));
    await processInbox(b.t.app);
    return subscription;
  };
  const ask = async (about = bought) => {
    b.t.advance(1000);
    await tell(
      b.store.tell("CONSUMPTION_REQUEST", undefined, about, {
        consumptionRequestReason: "UNINTENDED_PURCHASE",
      }),
    );
  };
  const asked = async () => {
    const row = await b.t.app.db
      .selectFrom("billingInbox")
      .selectAll()
      .where("type", "=", "CONSUMPTION_REQUEST")
      .executeTakeFirstOrThrow();
    return { status: row.status, lastError: row.lastError };
  };
  const events = async (kind: string) =>
    b.t.app.db.selectFrom("events").selectAll().where("kind", "=", kind).execute();

  test("is answered once, about the newest transaction, from what is stored, and the event says what was sent", async () => {
    b.store.renew(bought);
    bought.transactionId = "2000000000999999";
    await ask();
    await processInbox(b.t.app);
    expect(b.store.consumption.answers).toEqual([
      {
        transactionId: "2000000000999999",
        body: { customerConsented: true, deliveryStatus: "DELIVERED", sampleContentProvided: false },
      },
    ]);
    expect(await asked()).toEqual({ status: "processed", lastError: null });
    const told = await events("billing.consumption_answered");
    expect(told.map(({ userId, actor, data }) => ({ userId, actor, data: JSON.parse(data) }))).toEqual([
      {
        userId: ada.user?.id,
        actor: "system",
        data: {
          subscription_id: expect.any(String),
          delivery_status: "DELIVERED",
          sample_content_provided: false,
        },
      },
    ]);
    await processInbox(b.t.app);
    expect(b.store.consumption.answers).toHaveLength(1);
  });

  test("says that there was something to try when the product has a trial", async () => {
    const tiers = APP_STORE_BILLING.tiers.map((tier) => ({
      ...tier,
      products: tier.products.map((product) => ({ ...product, trial: "P1W" as const })),
    }));
    const settings = { billing: { ...project.settings.billing, tiers } };
    project = await updateProject(b.t.app, systemActor, project.id, { settings });
    await ask();
    await processInbox(b.t.app);
    expect(b.store.consumption.answers).toMatchObject([{ body: { sampleContentProvided: true } }]);
  });

  test("is not answered while the setting is off, also when it was on as the question came", async () => {
    await answers(false);
    await ask();
    await processInbox(b.t.app);
    expect(await asked()).toEqual({
      status: "ignored",
      lastError: "billing.answer_consumption_requests is off",
    });
    await b.t.app.db.deleteFrom("billingInbox").execute();
    await answers(true);
    await ask();
    await answers(false);
    await processInbox(b.t.app);
    expect(await asked()).toMatchObject({ status: "ignored" });
    expect(b.store.consumption.answers).toEqual([]);
    expect(await events("billing.consumption_answered")).toEqual([]);
  });

  test("is not answered where nobody could have consented, or nothing was given", async () => {
    await ask(b.store.buy());
    await processInbox(b.t.app);
    expect(await asked()).toEqual({ status: "ignored", lastError: "nobody owns the purchase" });
    await b.t.app.db.deleteFrom("billingInbox").execute();
    await ask(await buy(`${TEST_APP.bundleId}.gold`));
    await processInbox(b.t.app);
    expect(await asked()).toEqual({ status: "ignored", lastError: "the catalog does not have the product" });
    expect(b.store.consumption.answers).toEqual([]);
  });

  test("is answered about a lifetime product, and about a consumable once the backend has consumed it", async () => {
    const settings = { billing: { ...project.settings.billing, oneTimeProducts: [...ONE_TIME] } };
    project = await updateProject(b.t.app, systemActor, project.id, { settings });
    for (const order of [{}, { type: "Consumable", product: "coins_100" }] as const) {
      const once = b.store.oneTime.buy({ ...order, accountToken });
      await tell(b.store.oneTime.charge(once));
      await processInbox(b.t.app);
      b.t.advance(1000);
      await tell(b.store.oneTime.tell("CONSUMPTION_REQUEST", once));
    }
    await processInbox(b.t.app);
    expect(b.store.consumption.answers).toMatchObject([
      { body: { deliveryStatus: "DELIVERED", sampleContentProvided: false } },
    ]);
    const [told] = await events("billing.consumption_answered");
    expect(JSON.parse(told?.data ?? "")).toMatchObject({ purchase_id: expect.any(String) });
    await b.t.app.db.updateTable("purchases").set({ consumedAt: b.t.app.clock() }).execute();
    await tell(b.store.oneTime.tell("CONSUMPTION_REQUEST", b.store.oneTime.purchases[1] ?? expect.fail()));
    await processInbox(b.t.app);
    expect(b.store.consumption.answers).toHaveLength(2);
  });

  test("is asked in vain about what Apple itself does not know", async () => {
    await ask();
    b.store.records.subscriptions.clear();
    await processInbox(b.t.app);
    expect(await asked()).toEqual({
      status: "ignored",
      lastError: "Apple takes no answer about this purchase",
    });
  });

  test("is answered when Apple can be reached again, and left alone as long as Apple asks", async () => {
    await ask();
    b.store.fault = storeFaults["answers 503"];
    await processInbox(b.t.app);
    expect(await asked()).toMatchObject({ status: "waiting" });
    b.t.advance(10_000);
    b.store.fault = busyUntil(b.t.app.clock() + HOUR_MS, b.t.app.clock());
    await processInbox(b.t.app);
    b.store.fault = undefined;
    const seen = b.store.seen.length;
    b.t.advance(HOUR_MS / 2);
    await ask(await buy());
    await processInbox(b.t.app);
    expect(b.store.seen).toHaveLength(seen);
    b.t.advance(HOUR_MS / 2);
    await processInbox(b.t.app);
    expect(b.store.consumption.answers).toHaveLength(2);
  });

  test("is given up before Apple's 12 hours are over, where people see it", async () => {
    await ask();
    b.store.fault = storeFaults["answers 503"];
    for (let minutes = 0; minutes < 12 * 60; minutes += 10) {
      await processInbox(b.t.app);
      b.t.advance(10 * 60_000);
    }
    expect(await asked()).toEqual({
      status: "failed",
      lastError: expect.stringContaining("STORE_UNAVAILABLE"),
    });
    expect(await events("billing.notification_failed")).toHaveLength(1);
    b.store.fault = undefined;
    await b.t.app.db
      .updateTable("billingInbox")
      .set({ status: "waiting", nextAttemptAt: b.t.app.clock(), queuedAt: b.t.app.clock() })
      .where("type", "=", "CONSUMPTION_REQUEST")
      .execute();
    await processInbox(b.t.app);
    expect(await asked()).toEqual({ status: "ignored", lastError: "Apple waited 12 hours for the answer" });
    expect(b.store.consumption.answers).toEqual([]);
  });
});
