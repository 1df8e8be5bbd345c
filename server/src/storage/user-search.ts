import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Db, Tables, User } from "./db.ts";
import { engineOf } from "./engine.ts";
import { searchTextContains } from "./search-text.ts";

export type UserFilter = {
  /** Part of email or display name, in lower case; empty for all. */
  query: string;
  isDisabled?: boolean;
  isVerified?: boolean;
  isGuest?: boolean;
  hasPassword?: boolean;
  provider?: string;
};

/** The shortest text that the index of three-letter pieces can find. */
export const INDEXED_LENGTH = 3;

export type UserOrder = "newest" | "oldest" | "email" | "last_sign_in";

/** Where a list stands: the last user shown, and what it is ordered by there. */
export type UserPosition = { key: string | number; id: string };

/** Sorts after every email address. */
const LAST = "\u{10ffff}";

export function positionOf(order: UserOrder, user: User): UserPosition {
  const { id, createdAt, email, lastSignInAt } = user;
  if (order === "email") return { key: email ?? LAST, id };
  return { key: order === "last_sign_in" ? (lastSignInAt ?? 0) : createdAt, id };
}

/** As in the index that the list is walked along: another expression would sort the whole table. */
function keyOf(db: Db, order: UserOrder) {
  if (order === "newest" || order === "oldest") return sql<string | number>`users.created_at`;
  if (order === "last_sign_in") return sql<string | number>`coalesce(users.last_sign_in_at, 0)`;
  return sql.raw<string | number>(`coalesce(users.email, '${LAST}')${engineOf(db).binaryCollation}`);
}

export type UserList = { projectId: string; order: UserOrder };

/** Of those in the list, the ones after a position, in order. */
function after<Q extends UsersQuery>(db: Db, query: Q, list: UserList, position: UserPosition | undefined) {
  const key = keyOf(db, list.order);
  const isUp = goesUp(list.order);
  let found = query.where("users.projectId", "=", list.projectId);
  if (position) found = found.where(compared(key, isUp ? ">" : "<", position));
  const direction = isUp ? "asc" : "desc";
  return found.orderBy(key, direction).orderBy("users.id", direction) as Q;
}

function goesUp(order: UserOrder): boolean {
  return order === "oldest" || order === "email";
}

/** Not as one comparison of rows, for which SQLite would not use an index of an expression. */
function compared(key: RawBuilder<string | number>, sign: "<" | "<=" | ">" | ">=", to: UserPosition) {
  const strictly = sql.raw(sign.charAt(0));
  return sql<SqlBool>`(${key} ${strictly}= ${to.key}
    and (${key} ${strictly} ${to.key} or users.id ${sql.raw(sign)} ${to.id}))`;
}

type UsersQuery = SelectQueryBuilder<Tables, "users", User>;

export function listUsers(
  db: Db,
  list: UserList,
  position: UserPosition | undefined,
  limit: number,
): Promise<User[]> {
  return after(db, db.selectFrom("users").selectAll("users"), list, position).limit(limit).execute();
}

/** The user `count` places further down the list, or undefined when it ends before. */
export function findPosition(
  db: Db,
  list: UserList,
  position: UserPosition | undefined,
  count: number,
): Promise<UserPosition | undefined> {
  const places = db.selectFrom("users").select(["users.id", keyOf(db, list.order).as("key")]);
  return (after(db, places as never, list, position) as unknown as typeof places)
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
}

/** The user with this id, if the flags let them through. */
export function findMatchingUser(
  db: Db,
  projectId: string,
  flags: Omit<UserFilter, "query">,
  id: string,
): Promise<User | undefined> {
  const named = db.selectFrom("users").selectAll("users").where("users.projectId", "=", projectId);
  return withFlags(named.where("users.id", "=", id), flags).executeTakeFirst();
}

/** Those after a position, up to another, whom the filter lets through. */
export function listMatchingUsers(
  db: Db,
  list: UserList,
  filter: UserFilter,
  range: { after: UserPosition | undefined; upTo: UserPosition | undefined },
  limit: number,
): Promise<User[]> {
  let query = after(db, db.selectFrom("users").selectAll("users"), list, range.after);
  const { upTo } = range;
  if (upTo) query = query.where(compared(keyOf(db, list.order), goesUp(list.order) ? "<=" : ">=", upTo));
  if (filter.query !== "") query = query.where(searchTextContains(filter.query));
  return withFlags(query, filter).limit(limit).execute();
}

/**
 * Everybody further down whom the index finds; for texts of at least INDEXED_LENGTH. The index is
 * queried first, in a materialized expression: otherwise both engines would rather walk the whole list in its order.
 */
export function searchUsers(
  db: Db,
  list: UserList,
  filter: UserFilter,
  position: UserPosition | undefined,
  limit: number,
): Promise<User[]> {
  const found = db
    .with(
      (cte) => cte("hits").materialized(),
      () => engineOf(db).usersWithText(filter.query),
    )
    .selectFrom("hits")
    .crossJoin("users") // SQLite keeps to the order in which a cross join is written
    .whereRef("users.id", "=", "hits.userId")
    .selectAll("users");
  return withFlags(after(db, found as unknown as UsersQuery, list, position), filter)
    .limit(limit)
    .execute();
}

function withFlags(query: UsersQuery, filter: Omit<UserFilter, "query">): UsersQuery {
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
