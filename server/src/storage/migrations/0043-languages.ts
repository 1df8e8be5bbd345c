import { type Kysely, sql } from "kysely";

/**
 * The languages of emails and pages. Projects of before go on in English until they offer others. A queued email knows
 * the language that its request asked for; null: the user's own language, then the project's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  const { rows } = await sql<{ id: string; settings: string }>`select id, settings from projects`.execute(db);
  for (const { id, settings } of rows) {
    const inEnglish = JSON.stringify({ ...JSON.parse(settings), languages: ["en"] });
    await sql`update projects set settings = ${inEnglish} where id = ${id}`.execute(db);
  }
}

export const locks: readonly string[] = ["outbox", "users"];

const STATEMENTS = [
  "alter table users add column locale text",
  "alter table outbox add column language text",
  `create table project_texts (
    project_id text not null references projects (id) on delete cascade,
    language text not null,
    sentence text not null,
    text text not null,
    primary key (project_id, language, sentence)
  )`,
];
