import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { billingOf, paidMonth } from "../../testing/billing.ts";
import { engines } from "../../testing/engines.ts";
import { PLAY_BILLING, PlayBench } from "../../testing/stores/play-bench.ts";
import { PACKAGE } from "../../testing/stores/play-store.ts";
import { systemActor } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { updateProject } from "../projects/update-project.ts";
import { applySnapshot } from "./apply-snapshot.ts";
import type { BillingSettings } from "./billing-settings.ts";
import type { CatalogProduct, CatalogTier } from "./catalog.ts";
import type { Snapshot } from "./snapshot.ts";

const [pro, team] = PLAY_BILLING.tiers as [CatalogTier, CatalogTier];
const [proMonthly] = pro.products as [CatalogProduct];

/** Both tiers are base plans of one product in Google Play. */
const sharing: CatalogTier[] = [
  { ...pro, products: [{ ...proMonthly, playStoreProductId: "main", playStoreBasePlanId: "pro-m" }] },
  {
    ...team,
    products: [
      {
        ...proMonthly,
        id: "team_monthly",
        playStoreProductId: "main",
        playStoreBasePlanId: "team-m",
      },
    ],
  },
];

describe.each(engines)("The tier of a subscription on $kind:", (engine) => {
  let bench: PlayBench;
  let project: Project;
  let ada: TokenResponse;
  beforeEach(async () => {
    bench = await PlayBench.open(engine);
    project = await bench.addProject();
    ada = await bench.t.addUser(project, "ada@example.com", "correct horse battery");
  });
  afterEach(() => bench.close());

  const catalog = async (changes: Partial<BillingSettings>) => {
    const settings = { billing: { ...project.settings.billing, ...changes } };
    project = await updateProject(bench.t.app, systemActor, project.id, { settings });
  };
  const bring = async (purchaseToken: string) => {
    bench.t.advance(1);
    const proof = { case: "playStore" as const, value: { packageName: PACKAGE, purchaseToken } };
    const { results } = await billingOf(bench.t, project, ada).syncPurchases({ purchases: [{ proof }] });
    expect(results).toMatchObject([{ errorReason: "" }]);
  };
  /** The tiers of Ada's subscriptions, and what she may use. */
  const seen = async () => {
    const { subscriptions } = await billingOf(bench.t, project, ada).listSubscriptions({});
    const { entitlements } = await billingOf(bench.t, project, ada).listEntitlements({});
    const active = entitlements.filter(({ active }) => active).map(({ id }) => id);
    return { tiers: subscriptions.map(({ tierId }) => tierId), active };
  };
  const buy = async (productId: string, planId: string) => {
    const purchase = bench.play.purchases.buy({ productId, planId });
    await bring(purchase.token);
    return purchase;
  };

  test("two tiers that share a Play product are told apart by their base plan", async () => {
    await catalog({ tiers: sharing });
    await buy("main", "team-m");
    expect(await seen()).toEqual({ tiers: ["team"], active: ["team"] });
  });

  test("a plan that no tier names gives the tier of its product, the highest where there are several", async () => {
    await buy("pro", "old-plan");
    expect(await seen()).toEqual({ tiers: ["pro"], active: ["pro"] });
    await catalog({ tiers: sharing });
    await buy("main", "promo");
    expect((await seen()).tiers).toEqual(["team", "pro"]);
  });

  test("stays when its product leaves the catalog, also through a renewal", async () => {
    const purchase = await buy("team", "p1m");
    await catalog({ tiers: [pro, { ...team, products: [] }] });
    expect(await seen()).toEqual({ tiers: ["team"], active: ["team"] });
    bench.play.purchases.renew(purchase);
    await bring(purchase.token);
    expect(await seen()).toEqual({ tiers: ["team"], active: ["team"] });
  });

  test("stays when its product is retired, which the app no longer sees", async () => {
    await buy("team", "p1m");
    const retired = team.products.map((product) => ({ ...product, retired: true }));
    await catalog({ tiers: [pro, { ...team, products: retired }] });
    expect(await seen()).toEqual({ tiers: ["team"], active: ["team"] });
    const { tiers } = await billingOf(bench.t, project, ada).getBillingConfig({});
    expect(tiers.map(({ id, products }) => [id, products.map(({ id }) => id)])).toEqual([
      ["pro", ["pro_monthly", "pro_yearly"]],
      ["team", []],
    ]);
  });

  test("stays when its base plan leaves a product that another tier still sells", async () => {
    await catalog({ tiers: sharing });
    await buy("main", "team-m");
    await catalog({ tiers: [sharing[0] as CatalogTier, { ...team, products: [] }] });
    expect(await seen()).toEqual({ tiers: ["team"], active: ["team"] });
  });

  test("stays for what 0.1.0 stored without it", async () => {
    await buy("team", "p1m");
    await bench.t.app.db.updateTable("subscriptions").set({ tierId: "" }).execute();
    await catalog({ stripeGraceDays: 3 });
    await catalog({ tiers: [pro, { ...team, products: [] }] });
    expect(await seen()).toEqual({ tiers: ["team"], active: ["team"] });
  });

  test("is the one that the catalog gave last, when its product moves and then leaves", async () => {
    await buy("pro", "p1y");
    const yearly = pro.products[1] as CatalogProduct;
    const moved = { ...yearly, playStoreProductId: "pro" };
    await catalog({
      tiers: [
        { ...pro, products: [proMonthly] },
        { ...team, products: [moved] },
      ],
    });
    expect((await seen()).tiers).toEqual(["team"]);
    await catalog({
      tiers: [
        { ...pro, products: [{ ...proMonthly, playStoreProductId: "other" }] },
        { ...team, products: [] },
      ],
    });
    expect((await seen()).tiers).toEqual(["team"]);
  });

  test("is gone with the tier itself, and of another project nothing changes", async () => {
    const other = await bench.addProject({}, "Other");
    const foreign = { projectId: other.id, subjectKey: "a-token-of-the-other-project" };
    await buy("team", "p1m");
    const row = await bench.t.app.db.selectFrom("subscriptions").selectAll().executeTakeFirstOrThrow();
    await bench.t.app.db
      .insertInto("subscriptions")
      .values({ ...row, ...foreign, id: bench.t.app.newId(), userId: null, tierId: "" })
      .execute();
    await catalog({ tiers: [pro] });
    expect(await seen()).toEqual({ tiers: [""], active: [] });
    const rows = await bench.t.app.db
      .selectFrom("subscriptions")
      .select("tierId")
      .where("projectId", "=", other.id)
      .execute();
    expect(rows).toEqual([{ tierId: "" }]);
  });

  test("stays when a price at Stripe loses its lookup key to a newer price", async () => {
    const priced = { ...proMonthly, stripeLookupKey: "gold" };
    await catalog({
      stripe: { ...project.settings.billing.stripe, enabled: true },
      tiers: [{ ...pro, products: [priced] }, team],
    });
    const told = (takenAt: number, changes: Partial<Snapshot>) =>
      applySnapshot(
        bench.t.app,
        project,
        paidMonth(takenAt, { store: "stripe", subjectKey: "sub_1", productId: "prod_own", ...changes }),
        { user: { id: ada.user?.id ?? "" }, ip: "" },
      );
    const now = bench.t.app.clock();
    await told(now, { planId: "gold" });
    await told(now + 1, { planId: "" });
    expect(await seen()).toEqual({ tiers: ["pro"], active: ["pro"] });
    // Another product is another purchase.
    await told(now + 2, { planId: "", productId: "prod_other" });
    expect(await seen()).toEqual({ tiers: [""], active: [] });
  });
});
