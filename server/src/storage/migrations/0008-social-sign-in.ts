import { type Kysely, sql } from "kysely";

/** Sign-in with Google and Apple: what their accounts brought along, redirects under way, what Apple must be told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  "alter table identities add column email_authoritative bigint not null default 0",
  "alter table identities add column is_private_email bigint not null default 0",
  "alter table identities add column relay_disabled_at bigint",
  "alter table identities add column refresh_token_sealed text",
  "alter table identities add column refresh_token_client_id text",
  "alter table identities add column last_used_at bigint",

  `create table oauth_used_tokens (
    project_id text not null references projects (id) on delete cascade,
    hash text not null,
    expires_at bigint not null,
    primary key (project_id, hash)
  )`,
  "create index oauth_used_tokens_by_expiry on oauth_used_tokens (expires_at)",

  `create table oauth_flows (
    state_hash text primary key,
    project_id text not null references projects (id) on delete cascade,
    provider text not null,
    secrets_sealed text not null,
    redirect_to text not null,
    app_state text not null,
    app_challenge text not null,
    cookie_hash text not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  "create index oauth_flows_by_project on oauth_flows (project_id)",
  "create index oauth_flows_by_expiry on oauth_flows (expires_at)",

  `create table oauth_handoffs (
    code_hash text primary key,
    project_id text not null references projects (id) on delete cascade,
    app_challenge text not null,
    identity_sealed text not null,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint,
    session_id text
  )`,
  "create index oauth_handoffs_by_project on oauth_handoffs (project_id)",
  "create index oauth_handoffs_by_expiry on oauth_handoffs (expires_at)",

  `create table apple_revocations (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    refresh_token_sealed text not null,
    client_id text not null,
    created_at bigint not null,
    attempts bigint not null,
    next_attempt_at bigint not null,
    last_error text,
    gave_up_at bigint
  )`,
  "create index apple_revocations_by_project on apple_revocations (project_id)",
  "create index apple_revocations_due on apple_revocations (next_attempt_at) where gave_up_at is null",

  `create table apple_notifications (
    project_id text not null references projects (id) on delete cascade,
    jti text not null,
    received_at bigint not null,
    primary key (project_id, jti)
  )`,
  "create index apple_notifications_by_age on apple_notifications (received_at)",
];
