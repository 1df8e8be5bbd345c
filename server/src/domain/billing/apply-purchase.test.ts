import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { transact } from "../../storage/transact.ts";
import { DAY_MS, SELLING } from "../../testing/billing.ts";
import { engines } from "../../testing/engines.ts";
import { ONE_TIME, paidOnce } from "../../testing/one-time.ts";
import { TestApp } from "../../testing/test-app.ts";
import { eraseUser } from "../accounts/erase-user.ts";
import { systemActor } from "../analytics/record-event.ts";
import { deleteStaleGuests } from "../guests/delete-stale-guests.ts";
import type { Project } from "../projects/project.ts";
import { updateProject } from "../projects/update-project.ts";
import { applyPurchase } from "./apply-purchase.ts";
import { billingAccountOf } from "./billing-account.ts";
import type { BillingSettings } from "./billing-settings.ts";
import { entitlementsOf } from "./entitlements-of.ts";
import type { PurchaseSnapshot } from "./purchase.ts";

const T = Date.parse("2030-01-01T00:00:00Z");
const COINS = "com.example.app.coins_100";

describe.each(engines)("One-time purchases on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let ada: { id: string; token: string };
  beforeEach(async () => {
    t = await TestApp.open(engine);
    const billing = { ...SELLING, oneTimeProducts: ONE_TIME };
    ({ project } = await t.addProject("Demo", { allowAnonymousSignIn: true, billing }));
    ada = await guest();
  });
  afterEach(() => t.close());

  const guest = async () => {
    const { user } = await t.auth(project).signInAnonymously({});
    const id = user?.id ?? "";
    return { id, token: (await billingAccountOf(t.app, project, id)).purchaseToken };
  };
  const tell = (changes: Partial<PurchaseSnapshot> = {}, takenAt = T) =>
    applyPurchase(t.app, project, paidOnce(takenAt, { accountToken: ada.token, purchasedAt: T, ...changes }));
  const active = async (id = ada.id) =>
    (await entitlementsOf(t.app, project, id)).filter((one) => one.active);
  const settings = async (changes: Partial<BillingSettings>) => {
    const billing = { ...SELLING, oneTimeProducts: ONE_TIME, ...changes };
    project = await updateProject(t.app, systemActor, project.id, { settings: { billing } });
  };
  const events = async () =>
    (
      await t.app.db
        .selectFrom("events")
        .select(["kind", "userId", "data"])
        .where("kind", "like", "purchase.%")
        .orderBy("at")
        .orderBy("id")
        .execute()
    ).map(({ kind }) => kind);

  test("a lifetime product that is paid gives its entitlements without an end", async () => {
    const { purchase } = await tell();
    expect(purchase).toMatchObject({ catalogId: "pro_lifetime", kind: "lifetime", userId: ada.id });
    t.advance(20 * 365 * DAY_MS);
    expect(await active()).toEqual([
      expect.objectContaining({
        ...{ id: "pro", expiresAt: null, purchaseId: purchase.id, subscriptionId: "" },
        ...{ store: "app_store", willRenew: false, sandbox: false },
      }),
    ]);
    expect(await events()).toEqual(["purchase.paid"]);
  });

  test.each(["pending", "refunded", "canceled"] as const)("that is %s gives nothing", async (state) => {
    await tell({ state });
    expect(await active()).toEqual([]);
    expect(await events()).toEqual([]);
  });

  test("a refund ends access, and a refund that is taken back gives it again", async () => {
    await tell();
    await tell({ state: "refunded", refundedAt: T + 1 }, T + 1);
    expect(await active()).toEqual([]);
    await tell({}, T + 2);
    expect(await active()).toHaveLength(1);
    expect(await events()).toEqual(["purchase.paid", "purchase.refunded", "purchase.restored"]);
  });

  test("an older word that comes later changes nothing", async () => {
    await tell({ state: "refunded", refundedAt: T + 1 }, T + 1);
    const { purchase } = await tell({}, T);
    expect(purchase.state).toBe("refunded");
    expect(await active()).toEqual([]);
  });

  test("a consumable and a product that the catalog does not know give no entitlement", async () => {
    expect((await tell({ productId: COINS })).purchase).toMatchObject({ kind: "consumable" });
    expect((await tell({ subjectKey: "2", productId: "other" })).purchase).toMatchObject({
      ...{ kind: "", catalogId: "", checkAt: expect.any(Number) },
    });
    expect(await active()).toEqual([]);
  });

  test("what was shared in a family gives access to the member, and moves to nobody", async () => {
    await settings({ purchaseTransfer: "always" });
    const eve = await guest();
    await tell({ familyShared: true });
    const brought = paidOnce(T, { familyShared: true, accountToken: ada.token });
    const { isRefused } = await applyPurchase(t.app, project, brought, { user: { id: eve.id }, ip: "::1" });
    expect([isRefused, (await active()).length, (await active(eve.id)).length]).toEqual([true, 1, 0]);
  });

  test("a purchase in the sandbox gives access unless the project ignores the sandbox", async () => {
    await tell({ environment: "sandbox" });
    expect(await active()).toEqual([expect.objectContaining({ sandbox: true })]);
    await settings({ ignoreSandbox: true });
    expect(await active()).toEqual([]);
  });

  test("a product that is retired or that has another store id now stays what was bought", async () => {
    await tell();
    const [lifetime, ...others] = ONE_TIME;
    if (!lifetime) throw new Error("no product");
    await settings({
      oneTimeProducts: [{ ...lifetime, retired: true, appStoreProductId: "com.example.new" }, ...others],
    });
    expect(await active()).toHaveLength(1);
    const { purchase } = await tell({}, T + 1);
    expect(purchase).toMatchObject({ catalogId: "pro_lifetime", kind: "lifetime" });
    await settings({ oneTimeProducts: others });
    expect(await active()).toEqual([]);
  });

  test("a purchase follows the catalog when its product is added, or becomes of another kind", async () => {
    const others = ONE_TIME.filter(({ id }) => id !== "coins_100");
    await settings({ oneTimeProducts: others });
    const { purchase } = await tell({ productId: COINS });
    const stored = async () => {
      const query = t.app.db.selectFrom("purchases").select(["catalogId", "kind"]);
      return query.where("id", "=", purchase.id).executeTakeFirst();
    };
    expect(await stored()).toEqual({ catalogId: "", kind: "" });
    await settings({});
    expect(await stored()).toEqual({ catalogId: "coins_100", kind: "consumable" });
    const now = { kind: "lifetime", entitlements: ["pro"] } as const;
    const changed = ONE_TIME.map((one) => (one.id === "coins_100" ? { ...one, ...now } : one));
    await settings({ oneTimeProducts: changed });
    expect(await stored()).toEqual({ catalogId: "coins_100", kind: "lifetime" });
    expect(await active()).toHaveLength(1);
  });

  test("what was bought before the catalog had it stays when its store id changes next", async () => {
    const [lifetime, ...others] = ONE_TIME;
    if (!lifetime) throw new Error("no product");
    await settings({ oneTimeProducts: others });
    await tell();
    await settings({});
    await settings({ oneTimeProducts: [{ ...lifetime, appStoreProductId: "com.example.new" }, ...others] });
    expect(await active()).toHaveLength(1);
  });

  test("a change of the owner alone leaves a check behind for what the store waits to hear", async () => {
    const waiting = { store: "play_store", productId: "pro_lifetime", needsAcknowledgement: true } as const;
    await tell({ ...waiting, accountToken: null });
    const claimant = { user: { id: ada.id }, ip: "::1" };
    const told = paidOnce(T, { ...waiting, purchasedAt: T });
    const { purchase } = await applyPurchase(t.app, project, told, claimant);
    expect(purchase).toMatchObject({ userId: ada.id, checkAt: t.app.clock() + 600_000 });
  });

  test("a payment at Stripe for an account that was deleted is told to the operator, once", async () => {
    const eve = await guest();
    const account = { id: eve.id, projectId: project.id };
    await transact(t.app, (app) => eraseUser(app, project, account, { by: systemActor, reason: "x" }));
    const paid = { store: "stripe", subjectKey: "pi_1", accountToken: eve.token } as const;
    const { purchase } = await tell(paid);
    await tell(paid, T + 1);
    await tell({ ...paid, subjectKey: "pi_2", accountToken: ada.token });
    const query = t.app.db.selectFrom("events").select("data").where("kind", "=", "billing.orphan_payment");
    expect((await query.execute()).map(({ data }) => JSON.parse(data))).toEqual([
      expect.objectContaining({ purchase_id: purchase.id }),
    ]);
  });

  test("a guest who was away stays while they have something that they bought and did not use up", async () => {
    const [bob, eve] = [await guest(), await guest()];
    await tell();
    await tell({ subjectKey: "2", productId: COINS, accountToken: bob.token });
    await tell({ subjectKey: "3", state: "refunded", accountToken: eve.token });
    t.advance(400 * DAY_MS);
    const settings = { ...project.settings, guestRetentionDays: 30 };
    expect(await deleteStaleGuests(t.app, { ...project, settings })).toBe(1);
    const left = await t.app.db.selectFrom("users").select("id").orderBy("id").execute();
    expect(left.map(({ id }) => id)).toEqual([ada.id, bob.id].toSorted());
  });

  test("a deleted owner leaves a purchase that is nobody's, until somebody proves it", async () => {
    await tell();
    const actor = { ...systemActor, actor: "backend" };
    await transact(t.app, (app) =>
      eraseUser(app, project, { id: ada.id, projectId: project.id }, { by: actor, reason: "x" }),
    );
    const { purchase } = await tell({}, T + 1);
    expect(purchase).toMatchObject({ userId: null, ownerDeletedAt: expect.any(Number), state: "paid" });
    const eve = await guest();
    const claimant = { user: { id: eve.id }, ip: "::1" };
    const claimed = await applyPurchase(t.app, project, paidOnce(T + 2), claimant);
    expect(claimed.purchase).toMatchObject({ userId: eve.id, ownerDeletedAt: null });
  });
});
