import { type Kysely, sql } from "kysely";

/**
 * An erasure tells whether the user was banned, so that a restore bans them again. The events of others that name a user
 * are found by that user: who brought what another one had bought, and whose a purchase was before. There `from_user_id`
 * is the last value of the data, and every user id has 36 characters.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table erasures add column banned bigint not null default 0").execute(db);
}

export const locks: readonly string[] = [];

export const indexes = [
  // Partial, so that a sign-in does not write them.
  `create index events_by_another_user on events (project_id, actor)
    where substr(actor, 1, 5) = 'user:' and substr(actor, 6) <> coalesce(user_id, '')`,
  `create index events_by_former_owner on events (project_id, substr(data, length(data) - 37, 36))
    where kind in ('subscription.transferred', 'purchase.transferred', 'admin.subscription_transferred')`,
];
