import type { App } from "../../app.ts";
import type { Identity, User } from "../../storage/db.ts";
import {
  findMatchingUser,
  findPosition,
  INDEXED_LENGTH,
  listUsers as listAll,
  listMatchingUsers,
  positionOf,
  searchUsers,
  type UserFilter,
  type UserList,
  type UserOrder,
  type UserPosition,
} from "../../storage/user-search.ts";
import { listIdentitiesOf } from "../../storage/users.ts";
import { type Page, pageBy, readCursor } from "../paging.ts";
import type { Project } from "../projects/project.ts";

/** Which users to list, beside the query. */
export type UserFlags = Omit<UserFilter, "query">;

export type ListOrder = UserOrder;

export type ListedUser = { user: User; identities: Identity[] };

/** Users per query. A query takes a few milliseconds, so that other calls hardly wait. */
const STRETCH = 2000;

const USER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The query matches any part of the email or display name, ignoring case, or a whole user id. */
export async function listUsers(
  app: Pick<App, "db" | "secretBox">,
  project: Project,
  input: { query: string; pageSize: number; pageToken: string; order: UserOrder; filter: UserFlags },
): Promise<Page<ListedUser>> {
  const filter: UserFilter = { ...input.filter, query: input.query.trim().toLowerCase() };
  const list: UserList = { projectId: project.id, order: input.order };
  const name = `users ${project.id} ${input.order} ${JSON.stringify(filter)}`.replaceAll("|", " ");
  const cursor = readCursor<UserPosition>(app, name, input);
  const rows = await find(app, list, filter, cursor.after, cursor.limit + 1);
  const page = pageBy(app, name, cursor, rows, (user) => positionOf(input.order, user));
  return { ...page, items: await withIdentities(app, project, page.items) };
}

async function withIdentities(
  app: Pick<App, "db">,
  project: Project,
  users: readonly User[],
): Promise<ListedUser[]> {
  const ids = users.map(({ id }) => id);
  const byUser = Map.groupBy(await listIdentitiesOf(app.db, project.id, ids), ({ userId }) => userId);
  return users.map((user) => ({ user, identities: byUser.get(user.id) ?? [] }));
}

/**
 * If many users match, they are found at the head of the list; if few match, the index finds them. So the first slice of
 * the list is scanned, and the index is used for the rest. What the index does not support (one or two letters, rare
 * flags) is scanned slice by slice.
 */
async function find(
  app: Pick<App, "db">,
  list: UserList,
  filter: UserFilter,
  after: UserPosition | undefined,
  limit: number,
): Promise<User[]> {
  if (isEmpty(filter)) return listAll(app.db, list, after, limit);
  if (USER_ID.test(filter.query)) {
    const named = await findMatchingUser(app.db, list.projectId, filter, filter.query);
    if (named) return [named];
  }
  const found: User[] = [];
  let from = after;
  for (;;) {
    const upTo = await findPosition(app.db, list, from, STRETCH);
    const wanted = limit - found.length;
    found.push(...(await listMatchingUsers(app.db, list, filter, { after: from, upTo }, wanted)));
    if (found.length === limit || upTo === undefined) return found;
    from = upTo;
    if ([...filter.query].length >= INDEXED_LENGTH) {
      found.push(...(await searchUsers(app.db, list, filter, from, limit - found.length)));
      return found;
    }
  }
}

function isEmpty(filter: UserFilter): boolean {
  return filter.query === "" && Object.values(filter).every((value) => value === undefined || value === "");
}
