import { type Kysely, sql } from "kysely";

/** The secret key that a project had before, which may work for a while beside the new one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

export const locks = ["projects"];

const STATEMENTS = [
  "alter table projects add column old_secret_key_hash text",
  "alter table projects add column old_secret_key_last4 text",
  "alter table projects add column old_secret_key_until bigint",
  "create unique index projects_by_old_secret_key on projects (old_secret_key_hash)",
];
