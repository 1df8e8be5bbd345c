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
  /** Told where the copy is, once it is there. */
  onCopy: (file: string) => void;
}>;

/**
 * Brings a database file to today's schema. One that an older svc has written is copied first, so
 * that the older one can go on with it. A start that is killed half-way is continued by the next.
 */
export async function upgrade(db: Db, databaseFile: string, { now, onCopy }: UpgradeOptions): Promise<void> {
  const lastApplied = async (): Promise<string | undefined> => {
    const applied = await refuseFuture(db);
    const isCurrent = migrations.every(({ name }) => applied.has(name));
    return isCurrent ? undefined : migrations.findLast(({ name }) => applied.has(name))?.name;
  };
  // A new one has none, and nobody else sees it yet.
  if ((await lastApplied()) === undefined) return migrate(db, now);
  const turn = lockFile(join(dirname(databaseFile), "upgrade.lock"), WAIT_MS);
  if (!turn) throw new OperatorError("another svc is upgrading the database", "try again when it is done");
  try {
    await nextTurn(); // what was read before the wait is not read again
    const last = await lastApplied(); // the other one may just be done
    if (last !== undefined) onCopy(await copyAside(databaseFile, last));
    await migrate(db, now);
  } finally {
    turn.release();
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
