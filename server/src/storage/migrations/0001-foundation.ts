import { type Kysely, sql } from "kysely";

/** Projects and their keys, users and their sessions, admins, events, the outbox. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table instance_settings (
    key text primary key,
    value text not null,
    updated_at bigint not null
  )`,

  `create table projects (
    id text primary key,
    slug text not null unique,
    name text not null,
    publishable_key text not null unique,
    secret_key_hash text not null unique,
    secret_key_last4 text not null,
    settings text not null,
    created_at bigint not null,
    updated_at bigint not null
  )`,

  `create table signing_keys (
    kid text primary key,
    project_id text not null references projects (id) on delete cascade,
    public_jwk text not null,
    private_key_sealed text not null,
    created_at bigint not null,
    grace_until bigint
  )`,
  "create unique index signing_keys_one_active on signing_keys (project_id) where grace_until is null",
  "create index signing_keys_by_project on signing_keys (project_id, created_at)",

  `create table users (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    email text,
    email_verified_at bigint,
    display_name text not null,
    avatar_url text not null,
    password_hash text,
    custom_claims text not null,
    guest_since bigint,
    disabled_at bigint,
    last_sign_in_at bigint,
    last_active_at bigint not null,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  "create unique index users_email on users (project_id, email)",
  "create index users_newest on users (project_id, created_at, id)",
  "create index users_stale_guests on users (project_id, last_active_at) where guest_since is not null",

  `create table identities (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    provider text not null,
    subject text not null,
    email text,
    created_at bigint not null
  )`,
  "create unique index identities_subject on identities (project_id, provider, subject)",
  "create unique index identities_user on identities (user_id, provider)",

  `create table sessions (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    method text not null,
    user_agent text not null,
    ip text not null,
    created_at bigint not null,
    last_used_at bigint not null,
    ends_at bigint not null,
    revoked_at bigint,
    revoked_reason text
  )`,
  "create index sessions_by_user on sessions (user_id, created_at)",
  "create index sessions_by_end on sessions (ends_at)",
  "create index sessions_by_project on sessions (project_id)",
  "create index sessions_by_revocation on sessions (revoked_at) where revoked_at is not null",

  `create table refresh_tokens (
    hash text primary key,
    project_id text not null references projects (id) on delete cascade,
    session_id text not null references sessions (id) on delete cascade,
    created_at bigint not null,
    expires_at bigint not null,
    consumed_at bigint,
    attempt_hash text,
    replay text,
    successor_hash text
  )`,
  "create index refresh_tokens_by_session on refresh_tokens (session_id)",
  "create index refresh_tokens_by_expiry on refresh_tokens (expires_at)",
  "create index refresh_tokens_by_successor on refresh_tokens (successor_hash)",
  "create index refresh_tokens_by_project on refresh_tokens (project_id)",

  `create table email_tokens (
    hash text primary key,
    project_id text not null references projects (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    purpose text not null,
    email text not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  "create unique index email_tokens_newest on email_tokens (user_id, purpose)",
  "create index email_tokens_by_expiry on email_tokens (expires_at)",

  `create table events (
    id text primary key,
    project_id text references projects (id) on delete cascade,
    kind text not null,
    at bigint not null,
    user_id text,
    actor text not null,
    ip text,
    data text not null
  )`,
  "create index events_newest on events (project_id, at)",
  "create index events_by_user on events (user_id, at)",

  `create table outbox (
    id text primary key,
    project_id text references projects (id) on delete cascade,
    kind text not null,
    recipient text not null,
    user_id text,
    created_at bigint not null,
    attempts bigint not null,
    next_attempt_at bigint not null,
    last_error text,
    sent_at bigint,
    gave_up_at bigint
  )`,
  "create index outbox_due on outbox (next_attempt_at) where sent_at is null and gave_up_at is null",
  "create index outbox_by_age on outbox (created_at)",

  `create table admins (
    id text primary key,
    email text not null unique,
    password_hash text not null,
    created_at bigint not null,
    updated_at bigint not null
  )`,

  `create table admin_sessions (
    hash text primary key,
    admin_id text not null references admins (id) on delete cascade,
    created_at bigint not null,
    last_used_at bigint not null,
    ends_at bigint not null,
    ip text not null,
    user_agent text not null
  )`,
  "create index admin_sessions_by_admin on admin_sessions (admin_id)",

  `create table personal_access_tokens (
    id text primary key,
    admin_id text not null references admins (id) on delete cascade,
    name text not null,
    hash text not null unique,
    last4 text not null,
    created_at bigint not null,
    expires_at bigint,
    revoked_at bigint,
    last_used_at bigint
  )`,
  "create index personal_access_tokens_by_admin on personal_access_tokens (admin_id, created_at)",

  `create table rate_limits (
    key text primary key,
    count bigint not null,
    resets_at bigint not null,
    blocked_until bigint not null
  )`,
  "create index rate_limits_by_reset on rate_limits (resets_at)",

  `create table leases (
    name text primary key,
    holder text not null,
    until bigint not null
  )`,
];
