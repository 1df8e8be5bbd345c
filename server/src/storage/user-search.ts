import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Db, Tables, User } from "./db.ts";
import { isPostgres } from "./engine.ts";

/** Where a list stands: the last user shown. Lists are newest first. */
export type UserPosition = { createdAt: number; id: string };

export type UserFilter = {
  /** Part of e-mail or display name, in lower case; empty for all. */
  query: string;
  isDisabled?: boolean;
  isVerified?: boolean;
  isGuest?: boolean;
  hasPassword?: boolean;
  provider?: string;
};

/** The shortest text that the index of three-letter pieces can find. */
export const INDEXED_LENGTH = 3;

/** Of those in the list, the ones after a position, newest first. */
function after<Q extends UsersQuery>(query: Q, projectId: string, position: UserPosition | undefined): Q {
  let list = query.where("users.projectId", "=", projectId);
  if (position) {
    const { createdAt, id } = position;
    list = list
      .where("users.createdAt", "<=", createdAt)
      .where((user) => user.or([user("users.createdAt", "<", createdAt), user("users.id", "<", id)]));
  }
  return list.orderBy("users.createdAt", "desc").orderBy("users.id", "desc") as Q;
}

type UsersQuery = SelectQueryBuilder<Tables, "users", User>;

export function listUsers(
  db: Db,
  projectId: string,
  position: UserPosition | undefined,
  limit: number,
): Promise<User[]> {
  return after(db.selectFrom("users").selectAll("users"), projectId, position).limit(limit).execute();
}

/** The user `count` places further down the list, or undefined when it ends before. */
export function findPosition(
  db: Db,
  projectId: string,
  position: UserPosition | undefined,
  count: number,
): Promise<UserPosition | undefined> {
  const list = after(
    db.selectFrom("users").select(["users.createdAt", "users.id"]) as never,
    projectId,
    position,
  );
  return (list as UsersQuery)
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
}

/** Those between two positions whom the filter lets through. */
export function listMatchingUsers(
  db: Db,
  projectId: string,
  filter: UserFilter,
  range: { after: UserPosition | undefined; upTo: UserPosition | undefined },
  limit: number,
): Promise<User[]> {
  let query = after(db.selectFrom("users").selectAll("users"), projectId, range.after);
  const { upTo } = range;
  if (upTo) {
    query = query
      .where("users.createdAt", ">=", upTo.createdAt)
      .where((user) =>
        user.or([user("users.createdAt", ">", upTo.createdAt), user("users.id", ">=", upTo.id)]),
      );
  }
  if (filter.query !== "") query = query.where(textMatches(filter.query));
  return withFlags(query, filter).limit(limit).execute();
}

/**
 * Everybody further down whom the index finds; for texts of at least INDEXED_LENGTH. The index is
 * asked first and by itself: left to choose, both engines rather walk the whole list in its order.
 */
export function searchUsers(
  db: Db,
  projectId: string,
  filter: UserFilter,
  position: UserPosition | undefined,
  limit: number,
): Promise<User[]> {
  const found = db
    .with(
      (cte) => cte("hits").materialized(),
      () => (isPostgres(db) ? postgresHits(filter.query) : sqliteHits(filter.query)),
    )
    .selectFrom("hits")
    .crossJoin("users") // SQLite keeps to the order in which a cross join is written
    .whereRef("users.id", "=", "hits.userId")
    .selectAll("users");
  return withFlags(after(found as unknown as UsersQuery, projectId, position), filter)
    .limit(limit)
    .execute();
}

type Hit = { userId: string };

function sqliteHits(query: string) {
  const phrase = `"${query.replaceAll('"', '""')}"`;
  return sql<Hit>`(select user_id from user_search_documents where id in (
    select rowid from user_search where text match ${phrase}))`;
}

function postgresHits(query: string) {
  return sql<Hit>`(select id as user_id from users where search_text <> '' and ${textMatches(query)})`;
}

/** As a literal part, whatever characters it holds. */
function textMatches(query: string) {
  const pattern = `%${query.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
  return sql<SqlBool>`search_text like ${pattern} escape '\\'`;
}

function withFlags(query: UsersQuery, filter: UserFilter): UsersQuery {
  let filtered = query;
  const flag = (
    column: "disabledAt" | "emailVerifiedAt" | "guestSince" | "passwordHash",
    isSet?: boolean,
  ): void => {
    if (isSet !== undefined) filtered = filtered.where(`users.${column}`, isSet ? "is not" : "is", null);
  };
  flag("disabledAt", filter.isDisabled);
  flag("emailVerifiedAt", filter.isVerified);
  flag("guestSince", filter.isGuest);
  flag("passwordHash", filter.hasPassword);
  const { provider } = filter;
  if (provider !== undefined) {
    filtered = filtered.where(({ exists, selectFrom }) =>
      exists(
        selectFrom("identities")
          .select("identities.id")
          .whereRef("identities.userId", "=", "users.id")
          .where("identities.provider", "=", provider),
      ),
    );
  }
  return filtered;
}
