import { type RawBuilder, sql } from "kysely";

/** An address has enough letters before its domain if it has so many; more than the second number find no fewer users. */
const ENOUGH_LETTERS = 6;
const MOST_LETTERS = 12;
/** Of the full-text index, which is made of pieces of three characters. */
const PIECE_LENGTH = 3;

export function usersWithText(text: string): RawBuilder<{ userId: string }> {
  const phrase = `"${selectivePart(text).replaceAll('"', '""')}"`;
  return sql`(select user_id from user_search_documents where id in (
    select rowid from user_search where text match ${phrase}) and instr(text, ${text}) > 0)`;
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
