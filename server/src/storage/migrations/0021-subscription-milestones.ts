import { type Kysely, sql } from "kysely";

/**
 * When a subscription began, was first paid and was refunded, which its last snapshot does not say. Of what is stored
 * already, trials that have become paid are not known any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  "alter table subscriptions add column begun_at bigint",
  "alter table subscriptions add column paid_at bigint",
  "alter table subscriptions add column had_trial bigint not null default 0",
  "alter table subscriptions add column revoked_at bigint",
  `update subscriptions set
    begun_at = started_at,
    paid_at = case when is_trial = 0 then started_at end,
    had_trial = is_trial,
    revoked_at = case when state = 'revoked' then snapshot_at end
    where state <> 'pending'`,

  // In the order in which rows were made, so that a walk through a project reads the file from front to back.
  "create index subscriptions_in_order on subscriptions (project_id, id)",
  "create index purchases_by_time on purchases (project_id, purchased_at, id)",
  "create index purchases_by_refund on purchases (project_id, refunded_at, id) where refunded_at is not null",
];
