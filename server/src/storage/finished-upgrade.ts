import { sql } from "kysely";
import type { Db, Millis } from "./db.ts";
import { engineOf } from "./engine.ts";
import { transact } from "./transact.ts";

/** Since this migration svc writes what version 0.1 cannot read. */
const FIRST_TO_FINISH = "0023-session-tokens";

/** Held by every transaction that has found the upgrade unfinished. */
const LOCK = "unfinished upgrade";

/**
 * One process serves a SQLite file, so no older version can run beside it. In a transaction that gets false, the upgrade
 * stays unfinished until it ends.
 */
export async function isUpgradeFinished(db: Db): Promise<boolean> {
  const engine = engineOf(db);
  if (engine.name === "sqlite" || (await finishedAt(db)) !== null) return true;
  await engine.shareAdvisoryLock(db, LOCK);
  return (await finishedAt(db)) !== null;
}

/** Whether no other version has ever served this database: it was created, or restored from a backup of this version. */
export async function isDatabaseNew(db: Db): Promise<boolean> {
  return (await finishedAt(db)) === 0;
}

/** Waits for the transactions that found the upgrade unfinished. */
export async function storeFinishedUpgrade(db: Db, now: Millis): Promise<void> {
  await transact({ db }, async ({ db }) => {
    await engineOf(db).takeAdvisoryLocks(db, [LOCK]);
    await sql`update migrations set finished_at = ${now}
      where name = ${FIRST_TO_FINISH} and finished_at is null`.execute(db);
  });
}

export async function findLastMigration(db: Db): Promise<string> {
  const last = sql<{ name: string | null }>`select max(name) as name from migrations`;
  return (await last.execute(db)).rows[0]?.name ?? "";
}

async function finishedAt(db: Db): Promise<Millis | null> {
  const { rows } = await sql<{ finishedAt: Millis | null }>`
    select finished_at from migrations where name = ${FIRST_TO_FINISH}`.execute(db);
  return rows[0]?.finishedAt ?? null;
}
