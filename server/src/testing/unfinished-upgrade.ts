import { type Kysely, sql } from "kysely";
import type { Db } from "../storage/db.ts";
import { copyWhatOldReplicasWrite } from "../storage/migrations/0025-activity.ts";

/** Those that lost their foreign key to `projects`. */
async function hotTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'project_id' and table_name not in ('user_activity', 'admin_roles', 'erasures')
      and not exists (select 1 from pg_constraint where contype = 'f' and conrelid = to_regclass(table_name)
        and confrelid = 'projects'::regclass)`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * A PostgreSQL database becomes one that version 0.1 has served, and may still serve: with the foreign keys and columns
 * that 0.1 needs, and a trigger that copies what it writes.
 */
export async function leaveUpgradeUnfinished(db: Db): Promise<void> {
  const columns = [
    "alter table users add column last_active_at bigint, add column last_sign_in_at bigint",
    "create index users_stale_guests on users (project_id, last_active_at) where guest_since is not null",
    "create index users_by_last_sign_in on users (project_id, (coalesce(last_sign_in_at, 0)), id)",
    "update users set last_active_at = updated_at",
  ];
  for (const table of await hotTables(db)) {
    columns.push(
      `alter table ${table} add foreign key (project_id) references projects (id) on delete cascade`,
    );
  }
  for (const statement of columns) await sql.raw(statement).execute(db);
  await copyWhatOldReplicasWrite(db as unknown as Kysely<unknown>);
  await sql`update migrations set finished_at = null`.execute(db);
}
