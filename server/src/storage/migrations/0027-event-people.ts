import { type Kysely, sql } from "kysely";

/** Events remember the device, and are found by administrator and by address. A sent mail remembers the relay's answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

export const locks = ["events", "outbox"];

export const indexes = [
  // Partial, so that a sign-in does not write it.
  "create index events_by_admin on events (project_id, actor, at, id) where substr(actor, 1, 6) = 'admin:'",
  "create index events_by_ip on events (project_id, ip, at, id) where ip is not null",
  "create index outbox_sent on outbox (created_at, id, project_id) where relay_answer is not null",
];

const STATEMENTS = [
  "alter table events add column user_agent text",
  // Null also for mails that turned out not to be needed, which are marked as sent.
  "alter table outbox add column relay_answer text",
];
