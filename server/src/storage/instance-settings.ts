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

/** The settings whose keys begin with this, by key. */
export function listInstanceSettings(db: Db, prefix: string): Promise<{ key: string; value: string }[]> {
  return db
    .selectFrom("instanceSettings")
    .select(["key", "value"])
    .where((row) => row.fn<string>("substr", ["key", row.val(1), row.val(prefix.length)]), "=", prefix)
    .orderBy("key")
    .execute();
}

/** Taken before the settings of emails are read to be changed, so that of two changes the second sees the first. */
export function lockMailSettings(db: Db): Promise<void> {
  return engineOf(db).takeAdvisoryLocks(db, ["mail settings"]);
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
