import type { AssetRow, Db } from "./db.ts";

/** The same file again counts as the newest. */
export async function putAsset(db: Db, asset: AssetRow): Promise<void> {
  const { createdAt } = asset;
  await db
    .insertInto("assets")
    .values(asset)
    .onConflict((conflict) => conflict.columns(["projectId", "name"]).doUpdateSet({ createdAt }))
    .execute();
}

export function findAsset(db: Db, projectId: string, name: string): Promise<AssetRow | undefined> {
  return db
    .selectFrom("assets")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("name", "=", name)
    .executeTakeFirst();
}

export async function findAssetType(db: Db, projectId: string, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("assets")
    .select("contentType")
    .where("projectId", "=", projectId)
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.contentType;
}

/** Oldest first, without the files themselves. */
export function listAssets(db: Db, projectId: string): Promise<Array<Pick<AssetRow, "name" | "createdAt">>> {
  return db
    .selectFrom("assets")
    .select(["name", "createdAt"])
    .where("projectId", "=", projectId)
    .orderBy("createdAt")
    .orderBy("name")
    .execute();
}

export async function deleteAssets(db: Db, projectId: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await db.deleteFrom("assets").where("projectId", "=", projectId).where("name", "in", names).execute();
}
