import { sql } from "kysely";
import type { Db, SubscriptionRow } from "./db.ts";
import { engineOf } from "./engine.ts";
import type { PurchaseRow } from "./rows/billing.ts";

type Product = Pick<SubscriptionRow, "store" | "productId" | "planId" | "tierId">;

/** How many subscriptions there are of a product, as a store names it, with the tier that is stored. */
export type CatalogUse = Readonly<Product & { live: number }>;

/** Live are those in production that are not over and that nothing has replaced. */
export async function listCatalogUse(db: Db, projectId: string): Promise<CatalogUse[]> {
  const rows = await db
    .selectFrom("subscriptions")
    .select(["store", "productId", "planId", "tierId"])
    .select(({ fn, eb }) =>
      fn
        .sum<number>(
          eb
            .case()
            .when(
              eb.and([
                eb("state", "not in", ["expired", "revoked"]),
                eb("supersededBy", "is", null),
                eb("environment", "=", "production"),
              ]),
            )
            .then(1)
            .else(0)
            .end(),
        )
        .as("live"),
    )
    .where("projectId", "=", projectId)
    .groupBy(["store", "productId", "planId", "tierId"])
    .orderBy("store")
    .orderBy("productId")
    .orderBy("planId")
    .orderBy("tierId")
    .execute();
  return rows.map((row) => ({ ...row, live: Number(row.live) }));
}

/** The same of what was bought together with live subscriptions. */
export async function listAddOnUse(db: Db, projectId: string): Promise<CatalogUse[]> {
  const list = sql`case when add_ons = '' then '[]' else add_ons end`;
  const { jsonItems, jsonField } = engineOf(db);
  const field = (name: string) => jsonField(sql`item.value`, name);
  const { rows } = await sql<CatalogUse>`
    select store, ${field("productId")} as product_id, ${field("planId")} as plan_id,
      ${field("tierId")} as tier_id, count(*) as live
    from subscriptions cross join ${jsonItems(list)} as item
    where project_id = ${projectId} and add_ons <> '' and state not in ('expired', 'revoked')
      and superseded_by is null and environment = 'production'
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db);
  return rows.map((row) => ({ ...row, live: Number(row.live) }));
}

/** How many paid one-time purchases there are that nobody has consumed. */
export type PurchaseUse = Readonly<
  Pick<PurchaseRow, "store" | "productId" | "planId" | "catalogId"> & { paid: number }
>;

export async function listPurchaseUse(db: Db, projectId: string): Promise<PurchaseUse[]> {
  const rows = await db
    .selectFrom("purchases")
    .select(["store", "productId", "planId", "catalogId"])
    .select(({ fn }) => fn.countAll<number>().as("paid"))
    .where("projectId", "=", projectId)
    .where("state", "=", "paid")
    .where("consumedAt", "is", null)
    .where("environment", "=", "production")
    .groupBy(["store", "productId", "planId", "catalogId"])
    .orderBy("store")
    .orderBy("productId")
    .orderBy("planId")
    .execute();
  return rows.map((row) => ({ ...row, paid: Number(row.paid) }));
}

/** Call it with the catalog locked. */
export async function storeTier(db: Db, projectId: string, from: Product, tierId: string): Promise<void> {
  await db
    .updateTable("subscriptions")
    .set({ tierId })
    .where("projectId", "=", projectId)
    .where("store", "=", from.store)
    .where("productId", "=", from.productId)
    .where("planId", "=", from.planId)
    .where("tierId", "=", from.tierId)
    .execute();
}

/** The same for what was bought together with subscriptions. It is stored as `writeAddOns` writes it. */
export async function storeAddOnTier(
  db: Db,
  projectId: string,
  { store, productId, planId, tierId: formerly }: Product,
  tierId: string,
): Promise<void> {
  const named = (tierId: string) => JSON.stringify({ productId, planId, tierId }).slice(1, -1);
  await db
    .updateTable("subscriptions")
    .set((row) => ({
      addOns: row.fn<string>("replace", ["addOns", sql.val(named(formerly)), sql.val(named(tierId))]),
    }))
    .where("projectId", "=", projectId)
    .where("store", "=", store)
    .where("addOns", "<>", "")
    .execute();
}

/** A one-time product as a store names it, with what is stored about it. */
export type PurchaseMatch = Readonly<
  Pick<PurchaseRow, "store" | "productId" | "planId" | "catalogId" | "kind">
>;

export function listPurchaseMatches(db: Db, projectId: string): Promise<PurchaseMatch[]> {
  return db
    .selectFrom("purchases")
    .select(["store", "productId", "planId", "catalogId", "kind"])
    .distinct()
    .where("projectId", "=", projectId)
    .orderBy("store")
    .orderBy("productId")
    .orderBy("planId")
    .execute();
}

/** Call it with the catalog locked. */
export async function storePurchaseMatch(
  db: Db,
  projectId: string,
  from: PurchaseMatch,
  match: Pick<PurchaseRow, "catalogId" | "kind">,
): Promise<void> {
  await db
    .updateTable("purchases")
    .set(match)
    .where("projectId", "=", projectId)
    .where("store", "=", from.store)
    .where("productId", "=", from.productId)
    .where("planId", "=", from.planId)
    .where("catalogId", "=", from.catalogId)
    .where("kind", "=", from.kind)
    .execute();
}
