import { sql } from "kysely";
import type { Db } from "../db.ts";

/** An address has enough letters before its domain if it has so many; more than the second number find no fewer users. */
const ENOUGH_LETTERS = 6;
const MOST_LETTERS = 12;
/** Of the full-text index, which is made of pieces of three characters. */
const PIECE_LENGTH = 3;

/** The index does not know projects, so users of others are among them. */
export async function findUsersWithText(
  db: Db,
  _projectId: string,
  text: string,
  limit: number,
): Promise<string[]> {
  const part = selectivePart(text);
  const found = await findUsers(db, part, limit);
  return found.length < limit || part === text ? found : findUsers(db, text, limit);
}

/** FTS5 finds one after the other, so a text that everybody has takes no longer than one that just reaches the limit. */
async function findUsers(db: Db, text: string, limit: number): Promise<string[]> {
  const phrase = `"${text.replaceAll('"', '""')}"`;
  const { rows } = await sql<{ userId: string }>`
    select user_id from user_search_documents where id in (
      select rowid from user_search where text match ${phrase} limit ${limit})`.execute(db);
  return rows.map(({ userId }) => userId);
}

/**
 * FTS5 reads a list of rows for each three characters in a row, and those of a common domain occur in nearly every
 * address. So of an address it is asked for the letters before the domain, of a domain for its first letters.
 */
function selectivePart(text: string): string {
  const letters = Array.from(text);
  const end = letters.indexOf("@") + 1;
  if (end === 0) return text;
  if (end < ENOUGH_LETTERS) return letters.slice(0, end + PIECE_LENGTH).join("");
  return letters.slice(Math.max(0, end - MOST_LETTERS), end).join("");
}
