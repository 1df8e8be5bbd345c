import { sql } from "kysely";
import { OperatorError } from "../../errors.ts";
import type { Db, Millis } from "../db.ts";
import { findMasterKeyId } from "../instance-settings.ts";
import { migrate, refuseFuture } from "../migrate.ts";
import { openDatabase, peekInto } from "../open.ts";
import { transact } from "../transact.ts";
import { refuseDamagedFile } from "./file-header.ts";

/** What a backup holds is not what svc writes, although its checksums are right. */
export class UnusableBackupError extends Error {
  override readonly name = "UnusableBackupError";
}

const DAMAGED = new Set([11, 26]); // SQLITE_CORRUPT, SQLITE_NOTADB

/**
 * Looks through a database file of a backup from end to end, brings it to today's schema and runs
 * `finish` on it, all before it replaces anything.
 */
export async function prepareStaged<T>(
  file: string,
  { masterKeyId, now }: { masterKeyId: string; now: Millis },
  finish: (db: Db) => Promise<T>,
): Promise<T> {
  try {
    refuseDamagedFile(file);
    await peekInto(file, (db) => lookThrough(db, masterKeyId));
  } catch (error) {
    throw explain(error);
  }
  const db = openDatabase({ kind: "sqlite", file });
  try {
    await migrate(db, now);
    return await transact({ db }, ({ db }) => finish(db));
  } finally {
    await db.destroy();
  }
}

async function lookThrough(db: Db, masterKeyId: string): Promise<void> {
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
  const { errcode = 0, message } = error as { errcode?: number; message: string };
  if (error instanceof OperatorError) return new UnusableBackupError("its database is damaged or cut short");
  return DAMAGED.has(errcode & 0xff)
    ? new UnusableBackupError(`its database is damaged (${message})`)
    : error;
}
