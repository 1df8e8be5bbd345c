import { type Kysely, sql } from "kysely";
import { engineOf } from "../engine.ts";

/** Users by email and by last sign-in; the expressions are those that `user-search.ts` orders by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const bytewise = engineOf(db).binaryCollation;
  const statements = [
    `create index users_by_email on users (project_id, (coalesce(email, '\u{10ffff}')${bytewise}), id)`,
    "create index users_by_last_sign_in on users (project_id, (coalesce(last_sign_in_at, 0)), id)",
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
