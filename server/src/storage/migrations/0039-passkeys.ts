import { type Kysely, sql } from "kysely";

/** Passkeys of users, and the challenges that were answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

export const locks: readonly string[] = ["sessions"];

const STATEMENTS = [
  `create table passkeys (
    id text primary key,
    project_id text not null,
    user_id text not null references users (id) on delete cascade,
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
  "create unique index passkeys_by_credential on passkeys (project_id, credential_id)",
  "create index passkeys_by_user on passkeys (user_id)",
  "create index passkeys_by_project_and_user on passkeys (project_id, user_id)",
  `create table used_passkey_challenges (
    hash text primary key,
    project_id text,
    expires_at bigint not null
  )`,
  "create index used_passkey_challenges_by_expiry on used_passkey_challenges (expires_at)",
  "create index used_passkey_challenges_by_project on used_passkey_challenges (project_id)",
  "alter table sessions add column passkey_id text",
];
