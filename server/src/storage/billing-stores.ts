import type { BillingStoreRow, Db } from "./db.ts";

export function findBillingStore(
  db: Db,
  projectId: string,
  store: string,
): Promise<BillingStoreRow | undefined> {
  return db
    .selectFrom("billingStores")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("store", "=", store)
    .executeTakeFirst();
}

export function listBillingStores(db: Db, projectId: string): Promise<BillingStoreRow[]> {
  return db.selectFrom("billingStores").selectAll().where("projectId", "=", projectId).execute();
}

export async function putBillingStore(
  db: Db,
  projectId: string,
  store: string,
  changes: Partial<Omit<BillingStoreRow, "projectId" | "store">>,
): Promise<void> {
  await db
    .insertInto("billingStores")
    .values({ projectId, store, ...changes })
    .onConflict((conflict) => conflict.columns(["projectId", "store"]).doUpdateSet(changes))
    .execute();
}
