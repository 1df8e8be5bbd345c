import { Store } from "@svc/proto/svc/billing/v1/subscription_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { applySnapshot } from "../../domain/billing/apply-snapshot.ts";
import type { CatalogTier } from "../../domain/billing/catalog.ts";
import type { Snapshot } from "../../domain/billing/snapshot.ts";
import type { Project } from "../../domain/projects/project.ts";
import type { PurchaseRow } from "../../storage/rows/billing.ts";
import { adminBilling, PRO, paidMonth, SELLING, TEAM } from "../../testing/billing.ts";
import { engines } from "../../testing/engines.ts";
import { TestApp } from "../../testing/test-app.ts";

const [pro, team] = SELLING.tiers as [CatalogTier, CatalogTier];

describe.each(engines)("What a change of the catalog means for those who pay, on $kind:", (engine) => {
  let t: TestApp;
  let project: Project;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    token = (await t.addAdmin()).token;
    const lifetime = {
      ...{ id: "forever", name: "", kind: "lifetime" as const, entitlements: ["pro"], retired: false },
      ...{ price: { currency: "USD", amount: "99" }, appStoreProductId: "", playStoreProductId: "" },
      ...{ stripeLookupKey: "", stripeProductId: "" },
    };
    const billing = { ...SELLING, oneTimeProducts: [lifetime] };
    ({ project } = await t.addProject("Demo", { billing }));
    await sold("1", { productId: PRO });
    await sold("2", { productId: PRO, state: "canceled" });
    await sold("3", { productId: TEAM });
    // None of these counts.
    await sold("4", { productId: TEAM, state: "expired" });
    await sold("5", { productId: TEAM, environment: "sandbox" });
    const other = (await t.addProject("Other", { billing: SELLING })).project;
    await applySnapshot(t.app, other, paidMonth(t.app.clock(), { productId: TEAM }));
  });
  afterEach(() => t.close());

  const sold = (subjectKey: string, changes: Partial<Snapshot>) =>
    applySnapshot(t.app, project, paidMonth(t.app.clock(), { subjectKey, ...changes }));
  const plan = async (tiers: CatalogTier[]) => {
    const settings = { tiers: { values: tiers.map(messageOf) } };
    return (await adminBilling(t, token).planBillingSettings({ project: "demo", settings })).impacts;
  };
  const messageOf = ({ entitlements, products, ...tier }: CatalogTier) => ({
    ...tier,
    entitlements: [...entitlements],
    products: products.map((product) => ({ ...product })),
  });
  const apply = (tiers: string, dryRun: boolean) =>
    t.projects(token).applyProjectSpec({
      specYaml: `slug: demo\nsettings:\n  billing:\n    tiers:\n${tiers}`,
      dryRun,
      merge: true,
    });

  test("nothing, while names and prices change", async () => {
    const products = pro.products.map((product) => ({
      ...product,
      price: { currency: "USD", amount: "12.99" },
    }));
    expect(await plan([{ ...pro, name: "Professional", products }, team])).toEqual([]);
  });

  test("a product that is removed or retired keeps its tier", async () => {
    const keepsTeam = {
      ...{ store: Store.APP_STORE, storeProductId: TEAM, storePlanId: "", count: 1n },
      ...{ beforeId: "team", afterId: "team", lostEntitlements: [], gainedEntitlements: [] },
    };
    expect(await plan([pro, { ...team, products: [] }])).toMatchObject([keepsTeam]);
    const retired = team.products.map((product) => ({ ...product, retired: true }));
    expect(await plan([pro, { ...team, products: retired }])).toMatchObject([keepsTeam]);
  });

  test("a tier that is removed or gives something else", async () => {
    expect(await plan([pro])).toMatchObject([
      { storeProductId: TEAM, count: 1n, beforeId: "team", afterId: "", lostEntitlements: ["pro", "team"] },
    ]);
    expect(await plan([{ ...pro, entitlements: ["team"] }, team])).toMatchObject([
      {
        ...{ storeProductId: PRO, count: 2n, beforeId: "pro", afterId: "pro" },
        ...{ lostEntitlements: ["pro"], gainedEntitlements: ["team"] },
      },
    ]);
  });

  test("add-ons count under their own product", async () => {
    await sold("6", {
      productId: PRO,
      addOns: [{ productId: TEAM, planId: "", accessUntil: t.app.clock() + 1, willRenew: true }],
    });
    expect(await plan([pro])).toMatchObject([{ storeProductId: TEAM, count: 2n, afterId: "" }]);
  });

  test("one-time purchases count, too", async () => {
    const bought: PurchaseRow = {
      ...{ id: t.app.newId(), projectId: project.id, userId: null, store: "app_store", subjectKey: "9" },
      ...{ environment: "production", productId: "com.example.app.forever", planId: "" },
      ...{ catalogId: "forever", kind: "lifetime", state: "paid", quantity: 1, familyShared: 0 },
      ...{ purchasedAt: 1, refundedAt: null, priceMicros: null, currency: "", accountToken: null },
      ...{ snapshotAt: 1, checkAt: null, checkAttempts: 0, ownerDeletedAt: null, claimId: null },
      ...{ consumedAt: null, createdAt: 1, updatedAt: 1 },
    };
    await t.app.db.insertInto("purchases").values(bought).execute();
    const settings = { oneTimeProducts: { values: [] } };
    const { impacts } = await adminBilling(t, token).planBillingSettings({ project: "demo", settings });
    expect(impacts).toMatchObject([
      {
        storeProductId: "com.example.app.forever",
        count: 1n,
        beforeId: "forever",
        lostEntitlements: ["pro"],
      },
    ]);
  });

  test("a spec tells it before and when it is applied, and nothing the second time", async () => {
    const tiers = "    - {id: team, rank: 2, entitlements: [pro, team]}\n    - {id: pro, rank: 1}\n";
    const expected = [
      { storeProductId: PRO, count: 2n, beforeId: "pro", afterId: "pro", lostEntitlements: ["pro"] },
      { storeProductId: TEAM, count: 1n, beforeId: "team", afterId: "team", lostEntitlements: [] },
    ];
    expect((await apply(tiers, true)).catalogImpacts).toMatchObject(expected);
    expect((await apply(tiers, false)).catalogImpacts).toMatchObject(expected);
    expect((await apply(tiers, false)).catalogImpacts).toEqual([]);
  });
});
