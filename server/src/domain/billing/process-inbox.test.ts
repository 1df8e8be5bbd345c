import { NotificationStatus } from "@svc/proto/svc/admin/v1/billing_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { Store } from "@svc/proto/svc/billing/v1/subscription_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminBilling, billingOf, DAY_MS } from "../../testing/billing.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { PlayBench, RTDN_SECRET } from "../../testing/stores/play-bench.ts";
import type { KeptPurchase } from "../../testing/stores/play-purchases.ts";
import { subscriptionNotice, voidedNotice } from "../../testing/stores/play-push.ts";
import { storeFaults } from "../../testing/stores/store-fault.ts";
import { TestApp } from "../../testing/test-app.ts";
import type { Project } from "../projects/project.ts";
import { processInbox } from "./process-inbox.ts";
import { reconcile } from "./reconcile.ts";

const RENEWED = 2;
const MINUTE_MS = 60_000;

describe.each(engines)("Notifications of a store on $kind", (engine) => {
  let bench: PlayBench;
  let t: TestApp;
  let project: Project;
  let guest: TokenResponse;
  let admin: ReturnType<typeof adminBilling>;
  beforeEach(async () => {
    bench = await PlayBench.open(engine);
    t = bench.t;
    project = await bench.addProject();
    guest = await t.auth(project).signInAnonymously({});
    admin = adminBilling(t, (await t.addAdmin()).token);
  });
  afterEach(() => bench.close());

  const buy = async (): Promise<KeptPurchase> => {
    const { purchaseAccountToken } = await billingOf(t, project, guest).getBillingAccount({});
    return bench.play.purchases.buy({ accountToken: purchaseAccountToken });
  };
  const deliver = (purchase: KeptPurchase, type = RENEWED, messageId?: string) =>
    bench.play.deliver(subscriptionNotice(type, purchase.token), bench.webhook(project), messageId);
  const work = () => processInbox(t.app);
  const has = async () => {
    const { entitlements } = await billingOf(t, project, guest).listEntitlements({});
    return entitlements.some(({ active }) => active);
  };
  const inbox = async (filter: object = {}) =>
    (await admin.listNotifications({ project: project.slug, ...filter })).notifications;
  const asked = () =>
    bench.play.seen.filter((line) => line.includes("/purchases/subscriptionsv2/tokens/")).length;

  test("are stored before they are answered, and worked out afterwards", async () => {
    const purchase = await buy();
    expect(await deliver(purchase)).toBe(200);
    expect(await has()).toBe(false);
    expect(await inbox()).toMatchObject([
      { status: NotificationStatus.WAITING, store: Store.PLAY_STORE, attempts: 0 },
    ]);
    expect(await work()).toEqual({ processed: 1, ignored: 0, failed: 0 });
    expect(await has()).toBe(true);
    const [done] = await inbox();
    expect(done).toMatchObject({ status: NotificationStatus.PROCESSED, attempts: 1, lastError: "" });
    expect(done?.subscriptionId).not.toBe("");
    expect(bench.play.acknowledged.map(({ token }) => token)).toEqual([purchase.token]);
  });

  test(`of ${times(16, 64)} copies that come at once one is stored`, async () => {
    const purchase = await buy();
    const statuses = await Promise.all(
      Array.from({ length: times(16, 64) }, () => deliver(purchase, RENEWED, "4711")),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await inbox()).toHaveLength(1);
    await work();
    expect(await t.app.db.selectFrom("subscriptions").selectAll().execute()).toHaveLength(1);
  });

  test("several workers at once work each out once", async () => {
    const purchases = await Promise.all(Array.from({ length: times(6, 40) }, buy));
    for (const purchase of purchases) await deliver(purchase);
    const before = asked();
    const other = await TestApp.open(engine, {
      ...{ database: t.database, now: t.app.clock(), stores: { playStore: bench.play.url } },
    });
    const totals = await Promise.all([work(), work(), processInbox(other.app), processInbox(other.app)]);
    await other.close();
    expect(totals.reduce((sum, { processed }) => sum + processed, 0)).toBe(purchases.length);
    // Once to work it out, once before it is acknowledged.
    expect(asked() - before).toBe(2 * purchases.length);
  });

  test("a refund ends access on the next call after it is worked out", async () => {
    const purchase = await buy();
    await deliver(purchase);
    await work();
    expect(await has()).toBe(true);
    t.advance(1_000);
    const order = purchase.orders[0] ?? "";
    bench.play.purchases.refund(purchase, order);
    expect(await bench.play.deliver(voidedNotice(purchase.token, order), bench.webhook(project))).toBe(200);
    await work();
    expect(await has()).toBe(false);
    expect((await billingOf(t, project, guest).listSubscriptions({})).subscriptions).toHaveLength(1);
  });

  test.each(Object.keys(storeFaults) as (keyof typeof storeFaults)[])(
    "while the store %s nothing is lost and nobody gets what they have not",
    async (fault) => {
      const purchase = await buy();
      await deliver(purchase);
      // A server of less patience, for the faults that are no answer at all.
      const hasty = await TestApp.open(engine, {
        ...{
          database: t.database,
          now: t.app.clock(),
          stores: { playStore: bench.play.url },
          providerWaitMs: 300,
        },
      });
      bench.play.fault = storeFaults[fault];
      expect(await processInbox(hasty.app)).toMatchObject({ processed: 0, failed: 1 });
      await hasty.close();
      expect(await has()).toBe(false);
      const [waiting] = await inbox();
      expect(waiting).toMatchObject({ status: NotificationStatus.WAITING, attempts: 1 });
      expect(waiting?.lastError).toContain("STORE_UNAVAILABLE");
      const status = await admin.getStoreStatus({ project: project.slug });
      expect(status.stores[1]).toMatchObject({ store: Store.PLAY_STORE, waiting: 1, failed: 0 });
      expect(status.stores[1]?.lastError).not.toBe("");
      bench.play.fault = undefined;
      t.advance(3 * MINUTE_MS);
      expect(await work()).toMatchObject({ processed: 1 });
      expect(await has()).toBe(true);
      const after = await admin.getStoreStatus({ project: project.slug });
      expect(after.stores[1]).toMatchObject({ waiting: 0, lastError: "" });
    },
  );

  test("Retry-After is honoured, by what comes later too", async () => {
    const [first, second] = [await buy(), await buy()];
    await deliver(first);
    bench.play.fault = storeFaults["answers 429"];
    await work();
    const before = bench.play.seen.length;
    t.advance(119_000);
    await deliver(second);
    await work();
    expect(bench.play.seen.slice(before).filter((line) => !line.includes("/certs"))).toEqual([]);
    bench.play.fault = undefined;
    t.advance(1_000);
    expect(await work()).toMatchObject({ processed: 2, failed: 0 });
  });

  test("a wrong key is told and mended without losing anything", async () => {
    const purchase = await buy();
    await deliver(purchase);
    bench.play.fault = (_request, response) =>
      void response.writeHead(401, { "content-type": "application/json" }).end("{}");
    await work();
    expect((await inbox())[0]).toMatchObject({ status: NotificationStatus.WAITING });
    bench.play.fault = undefined;
    t.advance(MINUTE_MS);
    await work();
    expect(await has()).toBe(true);
  });

  test("after a day of attempts it is given up, seen by administrators, and can be replayed", async () => {
    const purchase = await buy();
    await deliver(purchase);
    bench.play.fault = storeFaults["answers 503"];
    for (let hour = 0; hour < 25; hour++) {
      await work();
      t.advance(3_600_000);
    }
    const [failed] = await inbox({ status: NotificationStatus.FAILED });
    expect(failed?.attempts).toBeGreaterThan(20);
    expect((await admin.getStoreStatus({ project: project.slug })).stores[1]).toMatchObject({
      failed: 1,
      waiting: 0,
    });
    const events = await t.app.db
      .selectFrom("events")
      .selectAll()
      .where("kind", "=", "billing.notification_failed")
      .execute();
    expect(events).toHaveLength(1);
    bench.play.fault = undefined;
    expect(await admin.replayNotifications({ project: project.slug })).toMatchObject({ replayed: 1 });
    await work();
    const { subscriptions } = await admin.listSubscriptions({ project: project.slug });
    expect(subscriptions).toHaveLength(1);
    expect(await admin.replayNotifications({ project: project.slug })).toMatchObject({ replayed: 0 });
  });

  test("replaying what is done changes nothing", async () => {
    await deliver(await buy());
    await work();
    const rows = await t.app.db.selectFrom("subscriptions").selectAll().execute();
    const [done] = await inbox();
    expect(
      await admin.replayNotifications({ project: project.slug, ids: [done?.id ?? "", "nope"] }),
    ).toMatchObject({ replayed: 1 });
    await work();
    expect(await t.app.db.selectFrom("subscriptions").selectAll().execute()).toEqual(rows);
  });

  test("a worker that dies is replaced when its lease ends", async () => {
    const purchase = await buy();
    await deliver(purchase);
    // Dies while it asks the store: nothing after that happens, its lease stays.
    const dying = Promise.withResolvers<void>();
    const findSubscription = (): Promise<never> => {
      dying.resolve();
      return new Promise(() => {});
    };
    const playStore = { ...t.app.stores.playStore, findSubscription };
    void processInbox({ ...t.app, stores: { ...t.app.stores, playStore } });
    await dying.promise;
    expect(await work()).toMatchObject({ processed: 0 });
    t.advance(30_001);
    expect(await work()).toMatchObject({ processed: 1 });
    expect(await has()).toBe(true);
  });

  test("an unknown project or secret is not found, a forged push is refused, a project that has stopped selling is still told", async () => {
    const purchase = await buy();
    const push = (address: string) =>
      bench.play.deliver(subscriptionNotice(RENEWED, purchase.token), address);
    const right = bench.webhook(project);
    expect(await push(right.replace(project.slug, "nobody"))).toBe(404);
    expect(await push(right.replace(RTDN_SECRET, "another-secret-part"))).toBe(404);
    const forged = await fetch(right, {
      method: "POST",
      headers: { authorization: "Bearer x.y.z" },
      body: "{}",
    });
    expect(forged.status).toBe(401);
    expect(await inbox()).toEqual([]);
    expect(t.logLines.join("")).not.toContain(RTDN_SECRET);
    const off = await bench.addProject({ enabled: false }, "Off");
    expect(await push(bench.webhook(off))).toBe(200);
  });

  test("a failure of ours is one that the store sends again, and no log has the secret part", async () => {
    const purchase = await buy();
    await t.app.db.schema.dropTable("billingInbox").execute();
    expect(await deliver(purchase)).toBe(500);
    const lines = t.logLines.filter((line) => line.includes("/webhooks/google/"));
    expect(lines).toHaveLength(1);
    expect(t.logLines.join("")).not.toContain(RTDN_SECRET);
  });

  test("the store is asked about what nobody told: at the end of a period and once a day", async () => {
    const purchase = await buy();
    await deliver(purchase);
    await work();
    const check = () => reconcile(t.app, { hasJustStarted: false });
    await check();
    const before = asked();
    t.advance(DAY_MS - MINUTE_MS);
    await check();
    expect(asked()).toBe(before);
    t.advance(MINUTE_MS);
    expect(await check()).toMatchObject({ checked: 1 });
    bench.play.purchases.expire(purchase);
    t.advance(DAY_MS);
    await check();
    expect(
      (await admin.listSubscriptions({ project: project.slug })).subscriptions[0]?.subscription?.state,
    ).toBe(8);
    t.advance(40 * DAY_MS);
    const after = asked();
    await check();
    expect(asked()).toBe(after);
  });

  test("refunds that were never told are found after the server was away, and daily", async () => {
    const purchase = await buy();
    await deliver(purchase);
    await work();
    await reconcile(t.app, { hasJustStarted: true });
    t.advance(11 * MINUTE_MS);
    bench.play.purchases.refund(purchase, purchase.orders[0] ?? "");
    expect(await reconcile(t.app, { hasJustStarted: false })).toMatchObject({ found: 0 });
    expect(await reconcile(t.app, { hasJustStarted: true })).toMatchObject({ found: 1 });
    await work();
    expect(await has()).toBe(false);
    expect(await reconcile(t.app, { hasJustStarted: true })).toMatchObject({ found: 0 });
  });

  test("a store that cannot be asked is asked again later, and takes nothing away", async () => {
    const purchase = await buy();
    await deliver(purchase);
    await work();
    t.advance(DAY_MS);
    bench.play.fault = storeFaults["answers 500"];
    expect(await reconcile(t.app, { hasJustStarted: false })).toMatchObject({ checked: 0, failed: 1 });
    bench.play.fault = undefined;
    t.advance(3 * MINUTE_MS);
    expect(await reconcile(t.app, { hasJustStarted: false })).toMatchObject({ checked: 1, failed: 0 });
    const [row] = await t.app.db.selectFrom("subscriptions").selectAll().execute();
    expect(row).toMatchObject({ state: "active", checkAttempts: 0 });
  });
});
