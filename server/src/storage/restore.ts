import type { Db } from "./db.ts";
import { engineOf, type RestoreOptions } from "./engine.ts";
import { findInstanceSetting, findMasterKeyId, RESTORE_ID } from "./instance-settings.ts";
import { type DatabaseLocation, openDatabase } from "./open.ts";

export async function restoreDatabase<T>(location: DatabaseLocation, options: RestoreOptions<T>): Promise<T> {
  const db = openDatabase(location);
  try {
    return await engineOf(db).restore(db, options);
  } finally {
    await db.destroy();
  }
}

/** Whether the transaction of this restore was committed; asked when its process was killed. */
export async function hasRestored(db: Db, restoreId: string): Promise<boolean> {
  if ((await findMasterKeyId(db)) === undefined) return false;
  return (await findInstanceSetting(db, RESTORE_ID)) === restoreId;
}

/** The same, before the database is opened. A SQLite file is moved into place as a whole and has no such id. */
export async function hasRestoredAt(url: string | undefined, restoreId: string): Promise<boolean> {
  if (url === undefined) return false;
  const db = openDatabase({ kind: "postgres", url });
  try {
    return await hasRestored(db, restoreId);
  } finally {
    await db.destroy();
  }
}
