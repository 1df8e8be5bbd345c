import { type Kysely, sql } from "kysely";

/** What users bought in the stores, what the stores tell about it, and what is given without a purchase. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table billing_accounts (
    user_id text primary key references users (id) on delete cascade,
    project_id text not null references projects (id) on delete cascade,
    purchase_token text not null,
    stripe_customer_id text,
    created_at bigint not null
  )`,
  "create unique index billing_accounts_token on billing_accounts (project_id, purchase_token)",
  "create unique index billing_accounts_customer on billing_accounts (project_id, stripe_customer_id)",

  `create table subscriptions (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    user_id text references users (id) on delete set null,
    store text not null,
    subject_key text not null,
    environment text not null,
    product_id text not null,
    plan_id text not null,
    state text not null,
    will_renew bigint not null,
    is_trial bigint not null,
    family_shared bigint not null,
    started_at bigint not null,
    period_start bigint not null,
    period_end bigint not null,
    access_until bigint not null,
    canceled_at bigint,
    paused_until bigint,
    cancel_reason text not null,
    price_micros bigint,
    currency text not null,
    account_token text,
    superseded_by text,
    snapshot_at bigint not null,
    check_at bigint,
    check_attempts bigint not null,
    owner_deleted_at bigint,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  "create unique index subscriptions_subject on subscriptions (project_id, store, subject_key)",
  "create index subscriptions_by_user on subscriptions (user_id, created_at)",
  "create index subscriptions_newest on subscriptions (project_id, updated_at, id)",
  "create index subscriptions_by_check on subscriptions (check_at)",

  `create table subscription_successions (
    project_id text not null references projects (id) on delete cascade,
    store text not null,
    subject_key text not null,
    superseded_by text not null,
    primary key (project_id, store, subject_key)
  )`,

  `create table billing_inbox (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    store text not null,
    notification_id text not null,
    environment text not null,
    type text not null,
    subtype text not null,
    subject_key text not null,
    payload text not null,
    occurred_at bigint not null,
    received_at bigint not null,
    queued_at bigint not null,
    status text not null,
    attempts bigint not null,
    next_attempt_at bigint,
    last_error text,
    processed_at bigint
  )`,
  "create unique index billing_inbox_notification on billing_inbox (project_id, store, notification_id)",
  "create index billing_inbox_due on billing_inbox (next_attempt_at)",
  "create index billing_inbox_subject on billing_inbox (project_id, store, subject_key)",
  "create index billing_inbox_newest on billing_inbox (project_id, received_at, id)",
  "create index billing_inbox_by_status on billing_inbox (status, project_id, received_at)",
  "create index billing_inbox_by_receipt on billing_inbox (received_at)",

  `create table billing_stores (
    project_id text not null references projects (id) on delete cascade,
    store text not null,
    last_success_at bigint,
    last_error_at bigint,
    last_error text,
    last_notification_at bigint,
    reconciled_until bigint,
    rest_until bigint,
    primary key (project_id, store)
  )`,

  `create table entitlement_grants (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    entitlement_id text not null,
    expires_at bigint,
    reason text not null,
    granted_by text not null,
    created_at bigint not null,
    revoked_at bigint
  )`,
  "create index entitlement_grants_by_user on entitlement_grants (user_id, created_at)",
  "create index entitlement_grants_by_project on entitlement_grants (project_id)",

  `create table stripe_cancellations (
    subscription_key text not null,
    project_id text not null references projects (id) on delete cascade,
    created_at bigint not null,
    attempts bigint not null,
    next_attempt_at bigint not null,
    last_error text,
    gave_up_at bigint,
    primary key (project_id, subscription_key)
  )`,
  "create index stripe_cancellations_due on stripe_cancellations (next_attempt_at)",
];
