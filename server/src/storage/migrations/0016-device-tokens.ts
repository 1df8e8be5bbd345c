import { type Kysely, sql } from "kysely";

/** Which device tokens of a user still count. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table users add column credential_epoch bigint not null default 0").execute(db);
}
