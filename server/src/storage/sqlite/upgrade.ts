import { readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { OperatorError } from "../../errors.ts";
import type { Db, Millis } from "../db.ts";
import { makeDirectory, syncDirectory } from "../durable-files.ts";
import { lockFile } from "../file-lock.ts";
import { migrate, migrations, refuseFuture } from "../migrate.ts";
import { copySqlite } from "./copy-file.ts";

const COPIES = "backups-before-upgrade";
const KEPT = 3;
const WAIT_MS = 60_000;

export type UpgradeOptions = Readonly<{
  now: Millis;
  /** Called with the path of the finished copy. */
  onCopy: (file: string) => void;
}>;

/**
 * Upgrades a database file to the current schema. A file of an older svc is copied first, so that the older version can
 * still be used with the copy. If the process is killed half-way, the next start continues.
 */
export async function upgrade(db: Db, databaseFile: string, { now, onCopy }: UpgradeOptions): Promise<void> {
  const lastApplied = async (): Promise<string | undefined> => {
    const applied = await refuseFuture(db);
    const isCurrent = migrations.every(({ name }) => applied.has(name));
    return isCurrent ? undefined : migrations.findLast(({ name }) => applied.has(name))?.name;
  };
  // A new file has no migrations, and no other process uses it yet.
  if ((await lastApplied()) === undefined) return migrate(db, now);
  const lock = lockFile(join(dirname(databaseFile), "upgrade.lock"), WAIT_MS);
  if (!lock) throw new OperatorError("another svc is upgrading the database", "try again when it is done");
  try {
    await nextTurn(); // ends the read snapshot from before the wait
    const last = await lastApplied(); // the other process may just have finished
    if (last !== undefined) onCopy(await copyAside(databaseFile, last));
    await migrate(db, now);
  } finally {
    lock.release();
  }
}

async function copyAside(databaseFile: string, lastMigration: string): Promise<string> {
  const folder = join(dirname(databaseFile), COPIES);
  const copy = join(folder, `svc-${lastMigration}.db`);
  makeDirectory(folder);
  rmSync(`${copy}.new`, { force: true });
  try {
    await copySqlite(databaseFile, `${copy}.new`);
  } catch (error) {
    rmSync(`${copy}.new`, { force: true });
    throw error;
  }
  renameSync(`${copy}.new`, copy);
  syncDirectory(folder);
  prune(folder);
  return copy;
}

function prune(folder: string): void {
  const age = (name: string): number => statSync(join(folder, name)).mtimeMs;
  const copies = readdirSync(folder).filter((name) => /^svc-\d{4}-.*\.db$/.test(name));
  for (const name of copies.sort((a, b) => age(b) - age(a)).slice(KEPT)) rmSync(join(folder, name));
}
