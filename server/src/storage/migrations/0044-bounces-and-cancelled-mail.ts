import { type Kysely, sql } from "kysely";

/**
 * Addresses that bounce, and emails that ended without being sent. Such an email has `gave_up_at` too, so replicas of
 * the version before leave it alone. `claimed_until` tells an email that is being sent from one that waits.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

export const locks: readonly string[] = ["outbox", "users"];

const STATEMENTS = [
  "alter table users add column email_bounced_at bigint",
  "alter table users add column email_bounce_reason text",
  "alter table outbox add column ended_as text",
  "alter table outbox add column claimed_until bigint",
];
