import { type RawBuilder, type SqlBool, sql } from "kysely";

/** The text that a user is found by. It is lower-cased here, so that both engines compare alike in every alphabet. */
export function searchTextOf(email: string | null, displayName: string): string {
  return `${email ?? ""}\n${displayName}`.trim().toLowerCase();
}

/** Whether a user's search text contains this one, with no character of it taken for a wildcard. */
export function searchTextContains(text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return sql<SqlBool>`search_text like ${pattern} escape '\\'`;
}
