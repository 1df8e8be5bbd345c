import { sql } from "kysely";
import { OperatorError } from "../../errors.ts";
import type { Db } from "../db.ts";
import { engineOf, type RestoreOptions } from "../engine.ts";
import { findMasterKeyId } from "../instance-settings.ts";
import { migrate, refuseFuture } from "../migrate.ts";
import { UnusableBackupError } from "../unusable-backup.ts";
import { databaseFileOf } from "./adapter.ts";
import { isDamaged } from "./errors.ts";
import { refuseDamagedFile } from "./file-header.ts";
import { readDatabaseFile } from "./read-only.ts";

/**
 * The database is the file of the backup, which the caller has unpacked beside the old one. Checks it from end to end,
 * upgrades it and closes it, so that the caller can move it into place.
 */
export async function restoreSqlite<T>(db: Db, options: RestoreOptions<T>): Promise<T> {
  const file = databaseFileOf(db);
  try {
    refuseDamagedFile(file);
    await readDatabaseFile(file, engineOf(db), (db) => check(db, options.masterKeyId));
  } catch (error) {
    throw explain(error);
  }
  await migrate(db, options.now);
  const result = await options.finish(db);
  await db.destroy();
  options.signal?.throwIfAborted();
  options.decide();
  return result;
}

async function check(db: Db, masterKeyId: string): Promise<void> {
  await refuseFuture(db);
  const { rows } = await sql<{ integrityCheck: string }>`pragma integrity_check`.execute(db);
  const [first] = rows;
  if (first?.integrityCheck !== "ok") {
    throw new UnusableBackupError(`its database is damaged (${first?.integrityCheck})`);
  }
  if ((await findMasterKeyId(db)) === masterKeyId) return;
  throw new UnusableBackupError("its database was made with another master key");
}

function explain(error: unknown): unknown {
  if (error instanceof OperatorError) return new UnusableBackupError("its database is damaged or cut short");
  return isDamaged(error)
    ? new UnusableBackupError(`its database is damaged (${(error as Error).message})`)
    : error;
}
