import type { PersonalAccessToken } from "../../storage/db.ts";

/** A token as --json shows it: everything but the token itself. */
export function encodeToken(row: PersonalAccessToken) {
  return {
    id: row.id,
    name: row.name,
    lastFour: row.last4,
    createdAt: new Date(row.createdAt).toISOString(),
    expiresAt: toTime(row.expiresAt),
    lastUsedAt: toTime(row.lastUsedAt),
    parentId: row.parentId,
  };
}

function toTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
