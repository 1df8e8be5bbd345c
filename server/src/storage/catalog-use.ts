import type { Db, SubscriptionRow } from "./db.ts";

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
