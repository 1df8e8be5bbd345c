import { type Kysely, sql } from "kysely";

/**
 * What belongs to one user or session is looked for by that and the project. With the project in the index, too, SQLite
 * cannot take another one that begins with the project for as good and walk through everything the project has.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    "drop index sessions_by_user",
    "create index sessions_by_user on sessions (user_id, project_id, revoked_at)",
    "drop index refresh_tokens_by_session",
    "create index refresh_tokens_by_session on refresh_tokens (session_id, project_id)",
    "drop index push_devices_by_session",
    "create index push_devices_by_session on push_devices (session_id, project_id)",
    "drop index entitlement_grants_by_user",
    "create index entitlement_grants_by_user on entitlement_grants (user_id, project_id, created_at)",
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
