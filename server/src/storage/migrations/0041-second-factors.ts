import { type Kysely, sql } from "kysely";

/** Second factors of users, sign-ins that wait for one, and how a session was proven. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

export const locks: readonly string[] = ["sessions"];

const STATEMENTS = [
  `create table totp_factors (
    user_id text primary key references users (id) on delete cascade,
    project_id text not null,
    secret_sealed text not null,
    last_step bigint not null,
    created_at bigint not null,
    last_used_at bigint
  )`,
  "create index totp_factors_by_project on totp_factors (project_id, user_id)",
  `create table recovery_codes (
    user_id text not null references users (id) on delete cascade,
    mac text not null,
    project_id text not null,
    created_at bigint not null,
    used_at bigint,
    primary key (user_id, mac)
  )`,
  "create index recovery_codes_by_project on recovery_codes (project_id, user_id)",
  `create table factor_failures (
    user_id text not null references users (id) on delete cascade,
    factor text not null,
    project_id text not null,
    times text not null,
    primary key (user_id, factor)
  )`,
  "create index factor_failures_by_project on factor_failures (project_id, user_id)",
  `create table mfa_challenges (
    token_hash text primary key,
    project_id text not null,
    user_id text not null references users (id) on delete cascade,
    purpose text not null,
    method text not null,
    proof text not null,
    credential_epoch bigint not null,
    session_id text,
    attempts bigint not null,
    secret_sealed text,
    email_flow text,
    proven_factor text,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
  )`,
  "create index mfa_challenges_by_user on mfa_challenges (user_id)",
  "create index mfa_challenges_by_project on mfa_challenges (project_id, user_id)",
  "create index mfa_challenges_by_expiry on mfa_challenges (expires_at)",
  "alter table sessions add column authenticated_at bigint",
  "alter table sessions add column proven_by text",
];
