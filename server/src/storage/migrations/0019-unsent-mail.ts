import { type Kysely, sql } from "kysely";

/** Mails that wait and mails that failed are listed page by page. Neither list reads the many that were sent, or the other one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  "create index outbox_waiting on outbox (created_at, id) where sent_at is null and gave_up_at is null",
  "create index outbox_failed on outbox (created_at, id) where gave_up_at is not null",
];
