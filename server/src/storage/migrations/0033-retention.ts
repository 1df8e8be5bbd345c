import { type Kysely, sql } from "kysely";

/** How far the events of a project are deleted, and have lost their addresses. What is left of deleted users is found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

export const locks = ["rollups"];

export const indexes = [
  // Partial, because few purchases have lost their owner.
  "create index subscriptions_ownerless on subscriptions (project_id, owner_deleted_at) where owner_deleted_at is not null",
  "create index purchases_ownerless on purchases (project_id, owner_deleted_at) where owner_deleted_at is not null",
  "create index subscription_successions_by_successor on subscription_successions (project_id, store, superseded_by)",
];

const DAY_MS = 86_400_000;

const STATEMENTS = [
  "alter table rollups add column swept_until bigint not null default 0",
  "alter table rollups add column addresses_erased_until bigint not null default 0",
  // Until now, events were kept for 400 days.
  `update rollups set swept_until = counted_until - ${400 * DAY_MS} where counted_until > ${400 * DAY_MS}`,
];
