import { type Kysely, sql } from "kysely";

/** Second factors of administrators, and when a session last proved one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

export const locks: readonly string[] = ["admin_sessions"];

const STATEMENTS = [
  `create table admin_totp (
    admin_id text primary key references admins (id) on delete cascade,
    secret_sealed text not null,
    last_step bigint not null,
    created_at bigint not null,
    last_used_at bigint
  )`,
  `create table admin_recovery_codes (
    admin_id text not null references admins (id) on delete cascade,
    mac text not null,
    created_at bigint not null,
    used_at bigint,
    primary key (admin_id, mac)
  )`,
  `create table admin_mfa_challenges (
    hash text primary key,
    admin_id text not null references admins (id) on delete cascade,
    purpose text not null,
    password_epoch text not null,
    session_hash text,
    secret_sealed text,
    is_enrolled bigint not null,
    attempts bigint not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  "create index admin_mfa_challenges_by_admin on admin_mfa_challenges (admin_id)",
  "create index admin_mfa_challenges_by_expiry on admin_mfa_challenges (expires_at)",
  `create table admin_factor_failures (
    admin_id text not null references admins (id) on delete cascade,
    factor text not null,
    times text not null,
    last_at bigint not null,
    primary key (admin_id, factor)
  )`,
  "create index admin_factor_failures_by_time on admin_factor_failures (last_at)",
  "alter table admin_sessions add column factor_proven_at bigint",
];
