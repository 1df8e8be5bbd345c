import { sql } from "kysely";
import type { Db, User } from "./db.ts";
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

function inOrder(db: Db, projectId: string, after: UserPosition | undefined) {
  let query = db.selectFrom("users").where("projectId", "=", projectId);
  if (after) {
    const { createdAt, id } = after;
    query = query
      .where("createdAt", "<=", createdAt)
      .where((user) => user.or([user("createdAt", "<", createdAt), user("id", "<", id)]));
  }
  return query.orderBy("createdAt", "desc").orderBy("id", "desc");
}

export function listUsers(
  db: Db,
  projectId: string,
  after: UserPosition | undefined,
  limit: number,
): Promise<User[]> {
  return inOrder(db, projectId, after).selectAll().limit(limit).execute();
}

/** The user `count` places further down the list, or undefined when it ends before. */
export function findPosition(
  db: Db,
  projectId: string,
  after: UserPosition | undefined,
  count: number,
): Promise<UserPosition | undefined> {
  return inOrder(db, projectId, after)
    .select(["createdAt", "id"])
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
  let query = inOrder(db, projectId, range.after).selectAll();
  const { upTo } = range;
  if (upTo) {
    query = query
      .where("createdAt", ">=", upTo.createdAt)
      .where((user) => user.or([user("createdAt", ">", upTo.createdAt), user("id", ">=", upTo.id)]));
  }
  return matching(query, filter, filter.query !== "")
    .limit(limit)
    .execute();
}

/** Everybody further down whom the index finds; for texts of at least INDEXED_LENGTH. */
export function searchUsers(
  db: Db,
  projectId: string,
  filter: UserFilter,
  after: UserPosition | undefined,
  limit: number,
): Promise<User[]> {
  const query = matching(inOrder(db, projectId, after).selectAll(), filter, isPostgres(db));
  if (isPostgres(db)) return query.limit(limit).execute();
  const phrase = `"${filter.query.replaceAll('"', '""')}"`;
  return query
    .where(
      sql<boolean>`id in (select user_id from user_search_documents where id in (select rowid from user_search where text match ${phrase}))`,
    )
    .limit(limit)
    .execute();
}

type UsersQuery = ReturnType<ReturnType<typeof inOrder>["selectAll"]>;

function matching(query: UsersQuery, filter: UserFilter, byText: boolean): UsersQuery {
  let filtered = query;
  if (byText) {
    const pattern = `%${filter.query.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
    filtered = filtered.where(sql<boolean>`search_text like ${pattern} escape '\\'`);
  }
  const flag = (
    column: "disabledAt" | "emailVerifiedAt" | "guestSince" | "passwordHash",
    isSet?: boolean,
  ): void => {
    if (isSet !== undefined) filtered = filtered.where(column, isSet ? "is not" : "is", null);
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
