import { existsSync } from "node:fs";
import type { Db, Millis } from "./db.ts";
import { engineOf, type RestoreOptions } from "./engine.ts";
import { type Erasure, type ErasurePlace, erasuresFrom, hasErasures, listErasures } from "./erasures.ts";
import { findInstanceSetting, findMasterKeyId, RESTORE_ID } from "./instance-settings.ts";
import { type DatabaseLocation, inspectDatabaseFile, openDatabase } from "./open.ts";

const BATCH = 1_000;

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

/**
 * The erasures that the database has which a restore replaces: a process that was killed may not have copied the last of
 * them to a ledger. "none" if there is no such table, "damaged" if it cannot be read, which is a reason to restore.
 */
export async function readReplacedErasures(
  location: DatabaseLocation,
  since: Millis,
): Promise<Erasure[] | "none" | "damaged"> {
  const read = (db: Db): Promise<Erasure[] | "none"> => readErasures(db, since);
  try {
    if (location.kind === "sqlite") {
      return existsSync(location.file) ? await inspectDatabaseFile(location.file, read) : "none";
    }
    const db = openDatabase(location);
    try {
      return await read(db);
    } finally {
      await db.destroy();
    }
  } catch {
    return "damaged";
  }
}

async function readErasures(db: Db, since: Millis): Promise<Erasure[] | "none"> {
  if (!(await hasErasures(db))) return "none";
  const all: Erasure[] = [];
  let last: ErasurePlace | undefined = erasuresFrom(since);
  while (last) {
    const rows: Erasure[] = await listErasures(db, last, BATCH);
    all.push(...rows);
    last = rows.at(-1);
  }
  return all;
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
