import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { PurchaseKind, PurchaseState, Store } from "@svc/proto/svc/billing/v1/subscription_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { applyPurchase } from "../../domain/billing/apply-purchase.ts";
import type { PurchaseSnapshot } from "../../domain/billing/purchase.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { adminBilling, backendBilling, billingOf, SELLING } from "../../testing/billing.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { coins, ONE_TIME, paidOnce } from "../../testing/one-time.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "correct horse battery";
const COINS = "com.example.app.coins_100";
const PASS = "com.example.app.season_pass";
const CLAIMS = times(16, 32);

describe.each(engines)("One-time purchases of a backend on $kind:", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  let ada: TokenResponse;
  let now: number;
  let told: number;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    const billing = { ...SELLING, oneTimeProducts: ONE_TIME };
    ({ project, secretKey } = await t.addProject("Demo", { billing }));
    ada = await t.addUser(project, "ada@example.com", PASSWORD);
    now = t.app.clock();
    told = 0;
  });
  afterEach(() => t.close());

  const backend = () => backendBilling(t, secretKey);
  const idOf = (tokens: TokenResponse) => tokens.user?.id ?? "";
  const tokenOf = async (tokens: TokenResponse) =>
    (await billingOf(t, project, tokens).getBillingAccount({})).purchaseAccountToken;
  /** The store tells that Ada bought it, each time later. */
  const sell = async (changes: Partial<PurchaseSnapshot> = {}) => {
    told += 1;
    const accountToken = await tokenOf(ada);
    const facts = { accountToken, subjectKey: `key ${told}`, productId: COINS, ...changes };
    return (await applyPurchase(t.app, project, paidOnce(now + told, facts))).purchase;
  };
  const events = async (kind: string) =>
    t.app.db.selectFrom("events").selectAll().where("kind", "=", kind).execute();

  test("consuming works once: the same claim id again returns the same, another one is refused", async () => {
    const { id } = await sell();
    const first = await backend().consumePurchase({ purchaseId: id, claimId: "order-1" });
    expect(first).toMatchObject({
      newlyConsumed: true,
      purchase: { userId: idOf(ada), claimId: "order-1", purchase: { id, kind: PurchaseKind.CONSUMABLE } },
    });
    expect(first.purchase?.purchase?.consumedAt).toBeDefined();
    t.advance(1000);
    const again = await backend().consumePurchase({ purchaseId: id, claimId: "order-1" });
    expect(again).toMatchObject({ newlyConsumed: false, purchase: { claimId: "order-1" } });
    expect(again.purchase).toEqual(first.purchase);
    expect(await reasonOf(backend().consumePurchase({ purchaseId: id, claimId: "order-2" }))).toBe(
      "PURCHASE_CONSUMED",
    );
    expect(await events("purchase.consumed")).toMatchObject([{ userId: idOf(ada), actor: "backend" }]);
  });

  test("a test purchase is not delivered where the project ignores them", async () => {
    const { id } = await sell({ environment: "sandbox" });
    expect((await backend().listPurchases({ unconsumed: true })).purchases).toHaveLength(1);
    const settings = { billing: { ignoreSandbox: true } };
    project = await updateProject(t.app, systemActor, project.id, { settings });
    for (const userId of ["", idOf(ada)])
      expect((await backend().listPurchases({ unconsumed: true, userId })).purchases).toEqual([]);
    expect(await failureOf(backend().consumePurchase({ purchaseId: id, claimId: "order-1" }))).toMatchObject({
      reason: "PURCHASE_NOT_PAID",
    });
    expect((await backend().listPurchases({ userId: idOf(ada) })).purchases).toHaveLength(1);
  });

  test(`of ${CLAIMS} claims at once one wins`, async () => {
    const { id } = await sell();
    const claims = Array.from({ length: CLAIMS }, (_, n) => `claim-${n}`);
    const results = await Promise.all(
      claims.map((claimId) =>
        backend()
          .consumePurchase({ purchaseId: id, claimId })
          .then(
            ({ newlyConsumed }) => `consumed ${newlyConsumed}`,
            (error: unknown) => reasonOf(Promise.reject(error)),
          ),
      ),
    );
    expect(results.filter((one) => one === "consumed true")).toHaveLength(1);
    expect(results.filter((one) => one === "PURCHASE_CONSUMED")).toHaveLength(CLAIMS - 1);
    expect(await events("purchase.consumed")).toHaveLength(1);
  });

  test(`of ${CLAIMS} calls at once with the same claim id one consumes, and all get the purchase`, async () => {
    const { id } = await sell({ productId: PASS });
    const results = await Promise.all(
      Array.from({ length: CLAIMS }, () => backend().consumePurchase({ purchaseId: id, claimId: "same" })),
    );
    expect(results.filter(({ newlyConsumed }) => newlyConsumed)).toHaveLength(1);
    expect(new Set(results.map(({ purchase }) => purchase?.claimId))).toEqual(new Set(["same"]));
  });

  test("what was refunded meanwhile is not consumed, and a refund after it keeps the claim", async () => {
    const { id } = await sell({ subjectKey: "a" });
    await sell({ subjectKey: "a", state: "refunded", refundedAt: now });
    expect(await failureOf(backend().consumePurchase({ purchaseId: id, claimId: "x" }))).toMatchObject({
      reason: "PURCHASE_NOT_PAID",
      metadata: { state: "refunded" },
    });
    const other = await sell({ subjectKey: "b" });
    await backend().consumePurchase({ purchaseId: other.id, claimId: "x" });
    await sell({ subjectKey: "b", state: "refunded", refundedAt: now });
    const again = await backend().consumePurchase({ purchaseId: other.id, claimId: "x" });
    expect(again).toMatchObject({
      newlyConsumed: false,
      purchase: { purchase: { state: PurchaseState.REFUNDED } },
    });
    expect(await events("purchase.refunded")).toHaveLength(2);
  });

  test("a lifetime product and one that the catalog does not know are not consumed", async () => {
    const lifetime = await sell({ productId: "com.example.app.pro_lifetime" });
    const unknown = await sell({ productId: "com.example.app.other" });
    for (const { id } of [lifetime, unknown]) {
      expect(await reasonOf(backend().consumePurchase({ purchaseId: id, claimId: "x" }))).toBe(
        "PURCHASE_NOT_CONSUMABLE",
      );
    }
    const other = { ...coins, id: "other" };
    const billing = { ...SELLING, oneTimeProducts: [...ONE_TIME, other] };
    await updateProject(t.app, systemActor, project.id, { settings: { billing } });
    const { purchase } = await backend().consumePurchase({ purchaseId: unknown.id, claimId: "x" });
    expect(purchase?.purchase).toMatchObject({ productId: "other", kind: PurchaseKind.CONSUMABLE });
  });

  test("what is pending, what nobody owns, and what another project sold is not consumed", async () => {
    const pending = await sell({ state: "pending" });
    expect(await reasonOf(backend().consumePurchase({ purchaseId: pending.id, claimId: "x" }))).toBe(
      "PURCHASE_NOT_PAID",
    );
    const unowned = await sell({ accountToken: null });
    expect(await reasonOf(backend().consumePurchase({ purchaseId: unowned.id, claimId: "x" }))).toBe(
      "NOT_FOUND",
    );
    const { id } = await sell();
    const billing = { ...SELLING, oneTimeProducts: ONE_TIME };
    const other = backendBilling(t, (await t.addProject("Other", { billing })).secretKey);
    expect(await reasonOf(other.consumePurchase({ purchaseId: id, claimId: "x" }))).toBe("NOT_FOUND");
    expect((await other.listPurchases({ unconsumed: true })).purchases).toEqual([]);
  });

  test.each(["", "a b", "é", "x".repeat(101)])("a claim id of %j is refused", async (claimId) => {
    const { id } = await sell();
    expect(await reasonOf(backend().consumePurchase({ purchaseId: id, claimId }))).toBe("INVALID_REQUEST");
  });

  test("what waits for the backend is listed the oldest first, page by page, and leaves the list when consumed", async () => {
    const bought = [await sell(), await sell({ productId: PASS }), await sell()];
    await sell({ state: "pending" });
    await sell({ accountToken: null });
    await sell({ productId: "com.example.app.pro_lifetime" });
    const list = async () => {
      const ids: string[] = [];
      let pageToken = "";
      do {
        const page = await backend().listPurchases({ unconsumed: true, pageSize: 2, pageToken });
        ids.push(...page.purchases.map(({ purchase }) => purchase?.id ?? ""));
        pageToken = page.nextPageToken;
      } while (pageToken !== "");
      return ids;
    };
    expect(await list()).toEqual(bought.map(({ id }) => id));
    await backend().consumePurchase({ purchaseId: bought[1]?.id ?? "", claimId: "x" });
    expect(await list()).toEqual([bought[0]?.id, bought[2]?.id]);
    const ofAda = await backend().listPurchases({ unconsumed: true, userId: idOf(ada) });
    expect(ofAda.purchases.map(({ userId }) => userId)).toEqual([idOf(ada), idOf(ada)]);
  });

  test("what a user bought is listed the newest first, for the backend, the user and administrators", async () => {
    const bought = [await sell(), await sell({ state: "refunded", refundedAt: now, environment: "sandbox" })];
    const newest = bought.map(({ id }) => id).toReversed();
    const page = await backend().listPurchases({ userId: idOf(ada), pageSize: 1 });
    const rest = await backend().listPurchases({ userId: idOf(ada), pageToken: page.nextPageToken });
    expect([...page.purchases, ...rest.purchases].map(({ purchase }) => purchase?.id)).toEqual(newest);
    expect((await billingOf(t, project, ada).listPurchases({})).purchases.map(({ id }) => id)).toEqual(
      newest,
    );
    const admin = adminBilling(t, (await t.addAdmin()).token);
    const listed = async (changes: object) =>
      (await admin.listPurchases({ project: project.slug, ...changes })).purchases;
    expect(await listed({})).toMatchObject([
      { userId: idOf(ada), storeKey: "key 1", claimId: "", purchase: { id: bought[0]?.id } },
    ]);
    expect(await listed({ includeSandbox: true, userId: idOf(ada), store: Store.APP_STORE })).toHaveLength(2);
    expect(await listed({ store: Store.STRIPE })).toEqual([]);
    expect(await reasonOf(backend().listPurchases({}))).toBe("INVALID_REQUEST");
    expect(await reasonOf(backend().listPurchases({ userId: "nobody" }))).toBe("NOT_FOUND");
    expect(await reasonOf(backend().listPurchases({ unconsumed: true, pageToken: page.nextPageToken }))).toBe(
      "INVALID_REQUEST",
    );
  });

  test("the app learns what it can sell once, and not what is retired", async () => {
    const config = await billingOf(t, project, ada).getBillingConfig({});
    expect(config.oneTimeProducts).toHaveLength(3);
    expect(config.oneTimeProducts[0]).toMatchObject({
      ...{ id: "pro_lifetime", kind: PurchaseKind.LIFETIME, entitlementIds: ["pro"], currency: "USD" },
      ...{ amount: "199", appStoreProductId: "com.example.app.pro_lifetime", playStoreProductId: "" },
    });
    const oneTimeProducts = ONE_TIME.map((product) => ({ ...product, retired: product.id !== "coins_100" }));
    const settings = { billing: { ...SELLING, oneTimeProducts } };
    await updateProject(t.app, systemActor, project.id, { settings });
    const { oneTimeProducts: left } = await billingOf(t, project, ada).getBillingConfig({});
    expect(left.map(({ id }) => id)).toEqual(["coins_100"]);
  });
});
