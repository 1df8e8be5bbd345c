import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { BillingInboxRow } from "../../storage/db.ts";
import { insertSuccession } from "../../storage/subscriptions.ts";
import { transact } from "../../storage/transact.ts";
import { DAY_MS, paidMonth, SELLING } from "../../testing/billing.ts";
import { engines } from "../../testing/engines.ts";
import { ONE_TIME, paidOnce } from "../../testing/one-time.ts";
import { TestApp } from "../../testing/test-app.ts";
import { eraseUser } from "../accounts/erase-user.ts";
import { systemActor } from "../analytics/record-event.ts";
import { cleanUp } from "../instance/clean-up.ts";
import type { Project } from "../projects/project.ts";
import { updateProject } from "../projects/update-project.ts";
import { applyPurchase } from "./apply-purchase.ts";
import { applySnapshot } from "./apply-snapshot.ts";
import { billingAccountOf } from "./billing-account.ts";
import { consumePurchase } from "./consume-purchase.ts";
import type { PurchaseSnapshot } from "./purchase.ts";
import type { Snapshot } from "./snapshot.ts";

const COINS = "com.example.app.coins_100";

describe.each(engines)("Purchases of deleted users on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let ada: { id: string; accountToken: string };
  let start: number;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    const billing = { ...SELLING, oneTimeProducts: ONE_TIME };
    const settings = { allowAnonymousSignIn: true, ownerlessPurchaseRetentionDays: 100, billing };
    ({ project } = await t.addProject("Demo", settings));
    start = t.app.clock();
    ada = await guest();
  });
  afterEach(() => t.close());

  const guest = async () => {
    const id = (await t.auth(project).signInAnonymously({})).user?.id ?? "";
    return { id, accountToken: (await billingAccountOf(t.app, project, id)).purchaseToken };
  };
  const sell = (changes: Partial<Snapshot>) =>
    applySnapshot(t.app, project, paidMonth(start, { accountToken: ada.accountToken, ...changes }));
  const over = (subjectKey: string, changes: Partial<Snapshot> = {}) =>
    sell({ subjectKey, state: "expired", willRenew: false, accessUntil: start, ...changes });
  const sellOnce = (changes: Partial<PurchaseSnapshot>) =>
    applyPurchase(t.app, project, paidOnce(start, { accountToken: ada.accountToken, ...changes }));
  const erase = (userId = ada.id) =>
    transact(t.app, (app) =>
      eraseUser(app, project, { id: userId, projectId: project.id }, { by: systemActor, reason: "x" }),
    );
  const told = (id: string, subjectKey: string, status: string) => {
    const row = { id, projectId: project.id, store: "app_store", notificationId: id, subjectKey, status };
    const rest = { environment: "production", type: "T", subtype: "", payload: "{}", attempts: 1 };
    const at = t.app.clock();
    const times = { occurredAt: at, receivedAt: at, queuedAt: at, processedAt: null, lastError: null };
    const nextAttemptAt = status === "waiting" ? at + 1000 * DAY_MS : null;
    const values: BillingInboxRow = { ...row, ...rest, ...times, nextAttemptAt };
    return t.app.db.insertInto("billingInbox").values(values).execute();
  };
  const keysOf = async (table: "subscriptions" | "purchases" | "billingInbox" | "subscriptionSuccessions") =>
    (await t.app.db.selectFrom(table).select("subjectKey").orderBy("subjectKey").execute()).map(
      ({ subjectKey }) => subjectKey,
    );

  test("go when they have ended and the period is over, with what belongs to them", async () => {
    await over("over");
    await over("owned", { accountToken: (await guest()).accountToken });
    await sellOnce({ subjectKey: "once" });
    const succession = { projectId: project.id, store: "app_store" };
    await insertSuccession(t.app.db, { ...succession, subjectKey: "over", supersededBy: "later" });
    await insertSuccession(t.app.db, { ...succession, subjectKey: "never seen", supersededBy: "over" });
    await insertSuccession(t.app.db, { ...succession, subjectKey: "owned", supersededBy: "over" });
    t.advance(50 * DAY_MS);
    await erase();
    t.advance(100 * DAY_MS);
    for (const key of ["over", "owned", "once"]) await told(key, key, "processed");
    expect(await cleanUp(t.app)).toMatchObject({ ownerlessPurchases: 0 });
    t.advance(1);
    expect(await cleanUp(t.app)).toMatchObject({ ownerlessPurchases: 2 });
    expect(await keysOf("subscriptions")).toEqual(["owned"]);
    expect(await keysOf("purchases")).toEqual([]);
    expect(await keysOf("billingInbox")).toEqual(["owned"]);
    expect(await keysOf("subscriptionSuccessions")).toEqual(["owned"]);
  });

  test("never go while they have not ended, nor before the period has passed since the end", async () => {
    for (const state of ["active", "grace_period", "on_hold", "paused", "canceled"] as const) {
      await sell({ subjectKey: state, state });
    }
    await over("ended later", { accessUntil: start + 30 * DAY_MS });
    await sellOnce({ subjectKey: "pending", state: "pending" });
    await sellOnce({ subjectKey: "refunded later", state: "refunded", refundedAt: start + 30 * DAY_MS });
    await erase();
    t.advance(101 * DAY_MS);
    expect(await cleanUp(t.app)).toMatchObject({ ownerlessPurchases: 0 });
    t.advance(30 * DAY_MS);
    expect(await cleanUp(t.app)).toMatchObject({ ownerlessPurchases: 2 });
    t.advance(10_000 * DAY_MS);
    expect(await cleanUp(t.app)).toMatchObject({ ownerlessPurchases: 0 });
    expect(await keysOf("subscriptions")).toHaveLength(5);
    expect(await keysOf("purchases")).toEqual(["pending"]);
  });

  test("stay while a notification about them waits, and for ever when the project says 0", async () => {
    await over("over");
    await over("told");
    await erase();
    await told("n", "told", "waiting");
    const keep = (ownerlessPurchaseRetentionDays: number) =>
      updateProject(t.app, systemActor, project.id, { settings: { ownerlessPurchaseRetentionDays } });
    await keep(0);
    t.advance(20_000 * DAY_MS);
    expect(await cleanUp(t.app)).toMatchObject({ ownerlessPurchases: 0 });
    await keep(3650);
    expect(await cleanUp(t.app)).toMatchObject({ ownerlessPurchases: 1 });
    expect(await keysOf("subscriptions")).toEqual(["told"]);
  });

  test("more than a batch go in one run, and another project's stay", async () => {
    const { project: other } = await t.addProject("Other", { ownerlessPurchaseRetentionDays: 0 });
    for (let n = 0; n < 55; n++) await over(`s${n}`);
    await erase();
    await t.app.db
      .updateTable("subscriptions")
      .set({ projectId: other.id })
      .where("subjectKey", "=", "s7")
      .execute();
    t.advance(101 * DAY_MS);
    expect(await cleanUp(t.app)).toMatchObject({ ownerlessPurchases: 54 });
    expect(await keysOf("subscriptions")).toEqual(["s7"]);
  });

  test("what was consumed cannot be consumed again by whoever brings the receipt later", async () => {
    const { purchase } = await sellOnce({ subjectKey: "coins", productId: COINS });
    const backend = { project, by: { ...systemActor, actor: "backend" } };
    await consumePurchase(t.app, backend, { purchaseId: purchase.id, claimId: "claim-of-ada" });
    await erase();
    await told("n", "coins", "processed");
    t.advance(101 * DAY_MS);
    expect(await cleanUp(t.app)).toMatchObject({ ownerlessPurchases: 1 });
    expect(await cleanUp(t.app)).toMatchObject({ ownerlessPurchases: 0 });
    const left = await t.app.db.selectFrom("purchases").selectAll().execute();
    expect(left).toMatchObject([{ subjectKey: "coins", accountToken: null, priceMicros: null, claimId: "" }]);
    expect(await keysOf("billingInbox")).toEqual([]);

    const eve = await guest();
    const snapshot = paidOnce(t.app.clock(), { subjectKey: "coins", productId: COINS });
    const again = await applyPurchase(t.app, project, snapshot, { user: { id: eve.id }, ip: "::1" });
    expect(again.purchase.consumedAt).not.toBeNull();
  });
});
