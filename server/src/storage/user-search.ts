import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Db, Tables, User } from "./db.ts";
import { engineOf } from "./engine.ts";
import { userColumns } from "./rows/users.ts";
import { matching, type UserFilter, withFlags } from "./user-filter.ts";
import {
  columnsOf,
  type FoundUser,
  isBySignIn,
  partsOf,
  type UserList,
  type UserPart,
  type UserPosition,
  type UserRange,
} from "./user-order.ts";

type UsersQuery = SelectQueryBuilder<Tables, "users", FoundUser>;

export function listUsers(
  db: Db,
  list: UserList,
  after: UserPosition | undefined,
  limit: number,
): Promise<FoundUser[]> {
  return listMatchingUsers(db, list, { query: "" }, { after }, limit);
}

/** Those of a range whom the filter lets through. */
export async function listMatchingUsers(
  db: Db,
  list: UserList,
  filter: UserFilter,
  range: UserRange,
  limit: number,
): Promise<FoundUser[]> {
  const found: FoundUser[] = [];
  for (const part of partsOf(db, list.order, range)) {
    if (found.length === limit) break;
    const users = matching(usersOf(db, list), filter).where(part.condition);
    found.push(
      ...(await inOrder(db, users, list, part)
        .limit(limit - found.length)
        .execute()),
    );
  }
  return found;
}

/** How many of a range the filter lets through. */
export async function countMatchingUsers(
  db: Db,
  list: UserList,
  filter: UserFilter,
  range: UserRange,
): Promise<number> {
  let count = 0;
  for (const { condition } of partsOf(db, list.order, range)) {
    count += await countPlaces(matching(placesOf(db, list), filter).where(condition));
  }
  return count;
}

/** The position `count` users further down the list, or undefined when it ends before. */
export async function findPosition(
  db: Db,
  list: UserList,
  after: UserPosition | undefined,
  count: number,
): Promise<UserPosition | undefined> {
  const { key, id } = columnsOf(db, list.order);
  const parts = partsOf(db, list.order, { after });
  let left = count;
  for (const [n, part] of parts.entries()) {
    const places = placesOf(db, list).where(part.condition);
    const place = await inOrder(db, places.select([id.as("id"), key.as("key")]), list, part)
      .offset(left - 1)
      .limit(1)
      .executeTakeFirst();
    if (place || n === parts.length - 1) return place;
    left -= await countPlaces(places);
  }
  return undefined;
}

async function countPlaces(places: SelectQueryBuilder<Tables, "users", object>): Promise<number> {
  const { count } = await places.select(sql<number>`count(*)`.as("count")).executeTakeFirstOrThrow();
  return Number(count);
}

/** The user with this id, if the flags let them through. */
export function findMatchingUser(
  db: Db,
  projectId: string,
  flags: Omit<UserFilter, "query">,
  id: string,
): Promise<FoundUser | undefined> {
  const named = foundUsers(db.selectFrom("users")).where("users.projectId", "=", projectId);
  return withFlags(named.where("users.id", "=", id), flags).executeTakeFirst();
}

/**
 * Of the users with these ids, those after a position whom the filter lets through. The ids come first, in a materialized
 * expression: otherwise both engines would rather walk the whole list in its order.
 */
export function listAmong(
  db: Db,
  list: UserList,
  ids: readonly string[],
  filter: UserFilter,
  after: UserPosition | undefined,
  limit: number,
): Promise<FoundUser[]> {
  const { key, id, direction } = columnsOf(db, list.order);
  let users = db
    .with(
      (cte) => cte("hits").materialized(),
      () => engineOf(db).textItems(ids),
    )
    .selectFrom("hits")
    .crossJoin("users") // SQLite keeps to the order in which a cross join is written
    .whereRef("users.id", "=", "hits.value")
    .where("users.projectId", "=", list.projectId) as unknown as SelectQueryBuilder<Tables, "users", object>;
  if (isBySignIn(list.order)) users = withActivity(users, list);
  if (after) {
    const beyond = direction === "asc" ? sql`>` : sql`<`;
    users = users.where(sql<SqlBool>`(${key}, ${id}) ${beyond} (${after.key}, ${after.id})`);
  }
  return inOrder(db, matching(foundUsers(users), filter), list, { areAlike: false })
    .limit(limit)
    .execute();
}

/** The list by last sign-in is walked along the index of `user_activity`, in which every user is. */
function usersOf(db: Db, list: UserList): UsersQuery {
  const places = placesOf(db, list);
  if (!isBySignIn(list.order)) return foundUsers(places);
  const users = places.crossJoin("users") as unknown as SelectQueryBuilder<
    Tables,
    "users" | "userActivity",
    object
  >;
  return foundUsers(users.whereRef("users.id", "=", "userActivity.userId") as never);
}

/** The table whose index has the order. */
function placesOf(
  db: Db,
  { projectId, order, isOfDisabled = false }: UserList,
): SelectQueryBuilder<Tables, "users", object> {
  const table = isBySignIn(order) ? "userActivity" : "users";
  const places = db.selectFrom(table as "users").where(sql.ref(`${table}.projectId`), "=", projectId);
  return isOfDisabled ? places.where(sql.ref(`${table}.disabledAt`), "is not", null) : places;
}

function withActivity(query: SelectQueryBuilder<Tables, "users", object>, { projectId }: UserList) {
  return query
    .innerJoin("userActivity", "userActivity.userId", "users.id")
    .where("userActivity.projectId", "=", projectId) as unknown as typeof query;
}

function inOrder<Row>(
  db: Db,
  query: SelectQueryBuilder<Tables, "users", Row>,
  { order }: UserList,
  { areAlike }: Pick<UserPart, "areAlike">,
): SelectQueryBuilder<Tables, "users", Row> {
  const { key, id, direction } = columnsOf(db, order);
  return (areAlike ? query : query.orderBy(key, direction)).orderBy(id, direction);
}

function foundUsers(query: SelectQueryBuilder<Tables, "users", object>): UsersQuery {
  const users = query.select(userColumns("users")) as SelectQueryBuilder<Tables, "users", User>;
  return users.select((user) =>
    user
      .selectFrom("userActivity as seen")
      .select("seen.lastSignInAt")
      .whereRef("seen.userId", "=", "users.id")
      .as("lastSignInAt"),
  );
}
