import { sql } from "kysely";
import type { Db, Millis } from "./db.ts";
import { engineOf } from "./engine.ts";

/** Since this migration svc writes what version 0.1 cannot read. */
const FIRST_TO_FINISH = "0023-session-tokens";

/** One process serves a SQLite file, so no older version can run beside it. */
export async function isUpgradeFinished(db: Db): Promise<boolean> {
  if (engineOf(db).name === "sqlite") return true;
  const finished = sql`select 1 from migrations where name = ${FIRST_TO_FINISH} and finished_at is not null`;
  return (await finished.execute(db)).rows.length > 0;
}

export async function storeFinishedUpgrade(db: Db, now: Millis): Promise<void> {
  await sql`update migrations set finished_at = ${now}
    where name = ${FIRST_TO_FINISH} and finished_at is null`.execute(db);
}

export async function findLastMigration(db: Db): Promise<string> {
  const last = sql<{ name: string | null }>`select max(name) as name from migrations`;
  return (await last.execute(db)).rows[0]?.name ?? "";
}
