import { type Kysely, sql } from "kysely";

/** One-time purchases, the add-ons of a subscription, and the tier that a subscription was sold as. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  "alter table subscriptions add column tier_id text not null default ''",
  "alter table subscriptions add column add_ons text not null default ''",

  `create table purchases (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    user_id text references users (id) on delete set null,
    store text not null,
    subject_key text not null,
    environment text not null,
    product_id text not null,
    plan_id text not null,
    catalog_id text not null,
    kind text not null,
    state text not null,
    quantity bigint not null,
    family_shared bigint not null,
    purchased_at bigint not null,
    refunded_at bigint,
    price_micros bigint,
    currency text not null,
    account_token text,
    snapshot_at bigint not null,
    check_at bigint,
    check_attempts bigint not null,
    owner_deleted_at bigint,
    claim_id text,
    consumed_at bigint,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  "create unique index purchases_subject on purchases (project_id, store, subject_key)",
  "create index purchases_by_user on purchases (user_id, project_id, purchased_at, id)",
  "create index purchases_newest on purchases (project_id, updated_at, id)",
  "create index purchases_by_check on purchases (check_at)",
  "create index purchases_unconsumed on purchases (project_id, purchased_at, id) where state = 'paid' and consumed_at is null and kind <> 'lifetime' and kind <> ''",
];
