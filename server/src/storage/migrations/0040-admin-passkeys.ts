import { type Kysely, sql } from "kysely";

/** Passkeys of administrators, and which of them opened a session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

export const locks: readonly string[] = ["admin_sessions"];

const STATEMENTS = [
  `create table admin_passkeys (
    id text primary key,
    admin_id text not null references admins (id) on delete cascade,
    credential_id text not null,
    public_key text not null,
    algorithm bigint not null,
    rp_id text not null,
    user_handle text not null,
    sign_count bigint not null,
    transports text not null,
    aaguid text not null,
    backup_eligible bigint not null,
    backed_up bigint not null,
    name text not null,
    created_at bigint not null,
    last_used_at bigint
  )`,
  "create unique index admin_passkeys_by_credential on admin_passkeys (credential_id)",
  "create index admin_passkeys_by_admin on admin_passkeys (admin_id)",
  "alter table admin_sessions add column passkey_id text",
];
