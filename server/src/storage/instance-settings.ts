import type { Db, Millis } from "./db.ts";
import { engineOf } from "./engine.ts";

/** The id of the last restore into this database. */
export const RESTORE_ID = "restore_id";

export async function findInstanceSetting(db: Db, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("instanceSettings")
    .select("value")
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.value;
}

/** Keeps what is there: of two replicas on a fresh database the first one decides. */
export async function insertInstanceSetting(db: Db, key: string, value: string, now: Millis): Promise<void> {
  await db
    .insertInto("instanceSettings")
    .values({ key, value, updatedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function putInstanceSetting(db: Db, key: string, value: string, now: Millis): Promise<void> {
  await db
    .insertInto("instanceSettings")
    .values({ key, value, updatedAt: now })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value, updatedAt: now }))
    .execute();
}

export async function deleteInstanceSetting(db: Db, key: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("instanceSettings")
    .where("key", "=", key)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The key that the database's secrets are sealed with, or undefined when it is a new database. */
export async function findMasterKeyId(db: Db): Promise<string | undefined> {
  if (!(await engineOf(db).hasTable(db, "instance_settings"))) return undefined;
  return findInstanceSetting(db, "master_key_id");
}
