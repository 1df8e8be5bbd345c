import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "../db.ts";
import { searchTextContains } from "../search-text.ts";

/** About 1,600 users are in them. */
const SAMPLED_PAGES = 64;
/** The index is not used for a text that so many have, by the estimate. */
const MANY = 4_000;
/** Nor if it has so many users with the same pieces of three letters. Each of them is read and compared. */
const MANY_READ = 20_000;

/**
 * PostgreSQL reads everything that its index has before it returns the first row, which takes seconds for a common text.
 * So how much that is is estimated before, from some pages of the table. A wrong estimate costs time and nothing else.
 */
export async function findUsersWithText(
  db: Db,
  projectId: string,
  text: string,
  limit: number,
): Promise<string[] | undefined> {
  if (!(await isQuickToFind(db, text))) return undefined;
  // Materialized: otherwise PostgreSQL may rather read the project's users one by one.
  const { rows } = await sql<{ id: string }>`
    with hits as materialized (
      select id, project_id from users where search_text <> '' and ${searchTextContains(text)}
    )
    select id from hits where project_id = ${projectId} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts in all projects, because the index has them all. */
async function isQuickToFind(db: Db, text: string): Promise<boolean> {
  const isRead = conditionOfIndex(text);
  if (isRead === undefined) return false;
  const pages = sql`greatest(1, pg_relation_size('users') / current_setting('block_size')::bigint)`;
  const { rows } = await sql<{ hits: number; read: number; pages: number; hasLetters: boolean }>`
    select count(*) filter (where ${searchTextContains(text)}) as hits, count(*) filter (where ${isRead}) as read,
      ${pages} as pages, show_trgm(${text}) <> '{}' as has_letters
    from users tablesample system (least(100, 100.0 * ${sql.lit(SAMPLED_PAGES)} / ${pages}))`.execute(db);
  const [sample] = rows;
  if (!sample?.hasLetters) return false;
  const scale = Math.max(1, sample.pages / SAMPLED_PAGES);
  return sample.hits * scale < MANY && sample.read * scale < MANY_READ;
}

/** The shortest word that pg_trgm finds inside of words. */
const PIECE_LENGTH = 3;

/**
 * What pg_trgm compares: words of letters and digits, and whatever else separates them. Undefined if nothing of the text
 * is long enough for it, so that it would read the whole index.
 */
function conditionOfIndex(text: string): RawBuilder<SqlBool> | undefined {
  const long: string[] = [];
  const short: string[] = [];
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const { length } = [...word];
    const isBegun = index > 0;
    const isEnded = index + word.length < text.length;
    if (length >= PIECE_LENGTH) long.push(`%${word}%`);
    else if (isBegun || (isEnded && length === PIECE_LENGTH - 1))
      short.push(`${isBegun ? "\\m" : ""}${word}${isEnded ? "\\M" : ""}`);
  }
  if (long.length + short.length === 0) return undefined;
  return sql<SqlBool>`(search_text like all(${long}::text[]) and search_text ~ all(${short}::text[]))`;
}
