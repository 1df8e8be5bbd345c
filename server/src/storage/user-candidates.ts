import { sql } from "kysely";
import type { Db } from "./db.ts";
import { engineOf } from "./engine.ts";
import type { UserFilter } from "./user-filter.ts";

/** The shortest text that the index of three-letter pieces can find. */
const INDEXED_LENGTH = 3;

/** All of them are read for one page. */
const MOST = 500;

/**
 * The ids of a few users, among whom are all of the project whom the filter lets through: those with one of its flags.
 * Undefined if it has no flag, or if too many users have it.
 */
export async function findFlagged(
  db: Db,
  projectId: string,
  filter: UserFilter,
): Promise<string[] | undefined> {
  for (const flagged of indexedFlags(projectId, filter)) {
    const { rows } = await sql<{ id: string }>`${flagged} limit ${MOST + 1}`.execute(db);
    if (rows.length <= MOST) return rows.map(({ id }) => id);
  }
  return undefined;
}

/** The same by the text of the filter. */
export async function findWithText(
  db: Db,
  projectId: string,
  { query }: UserFilter,
): Promise<string[] | undefined> {
  if ([...query].length < INDEXED_LENGTH) return undefined;
  const found = await engineOf(db).findUsersWithText(db, projectId, query, MOST + 1);
  return found === undefined || found.length > MOST ? undefined : found;
}

/**
 * How many users match, `limit` at most. Undefined unless an index has exactly these users: all of the project, or all
 * with one of the flags.
 */
export async function countIndexedUsers(
  db: Db,
  projectId: string,
  filter: UserFilter,
  limit: number,
): Promise<number | undefined> {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== "");
  const [flagged] = indexedFlags(projectId, filter);
  if (given.length > 1 || (given.length === 1 && !flagged)) return undefined;
  const users = flagged ?? sql`select id from users where project_id = ${projectId} order by created_at, id`;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${users} limit ${limit}) as found`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Ordered, so that SQLite uses the index that has only users with the flag. */
function indexedFlags(projectId: string, { isDisabled, isGuest, isBouncing, provider }: UserFilter) {
  const users = sql`select id from users where project_id = ${projectId}`;
  return [
    ...(isDisabled ? [sql`${users} and disabled_at is not null order by created_at, id`] : []),
    ...(isGuest ? [sql`${users} and guest_since is not null order by created_at, id`] : []),
    ...(isBouncing ? [sql`${users} and email_bounced_at is not null order by created_at, id`] : []),
    ...(provider === undefined
      ? []
      : [
          sql`select user_id as id from identities
            where project_id = ${projectId} and provider = ${provider} order by subject`,
        ]),
  ];
}
