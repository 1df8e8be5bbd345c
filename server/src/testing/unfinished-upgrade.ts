import { sql } from "kysely";
import type { Db } from "../storage/db.ts";

/** The database becomes one that version 0.1 has served, and may still serve. */
export async function leaveUpgradeUnfinished(db: Db): Promise<void> {
  await sql`update migrations set finished_at = null`.execute(db);
}
