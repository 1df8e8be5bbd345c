import { setImmediate } from "node:timers/promises";
import type { App } from "../../app.ts";
import type { Identity } from "../../storage/db.ts";
import { countPasskeysOf } from "../../storage/passkeys.ts";
import { findFlagged, findWithText } from "../../storage/user-candidates.ts";
import type { UserFilter } from "../../storage/user-filter.ts";
import {
  type FoundUser,
  positionOf,
  type UserList,
  type UserOrder,
  type UserPosition,
} from "../../storage/user-order.ts";
import {
  findMatchingUser,
  findPosition,
  listAmong,
  listMatchingUsers,
  listUsers as listWholeList,
} from "../../storage/user-search.ts";
import { listIdentitiesOf } from "../../storage/users.ts";
import { type Cursor, type Page, pageBy, readCursor, sealPosition } from "../paging.ts";
import type { Project } from "../projects/project.ts";

/** Which users to list, beside the query. */
export type UserFlags = Omit<UserFilter, "query">;

export type ListOrder = UserOrder;

export type ListedUser = { user: FoundUser; identities: Identity[]; passkeyCount: number };

/** Users per query. A query takes a few milliseconds, so that other calls hardly wait. */
export const PORTION = 2000;

/** The portions that one call walks through. So it takes at most about three times as long as one that uses an index. */
export const PORTIONS = 3;

export const USER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The query matches any part of the email or display name, ignoring case, or a whole user id. A page may have fewer users
 * than asked for, or none, and a token to go on: then the search has come so far and not to the end of the list.
 */
export async function listUsers(
  app: Pick<App, "db" | "secretBox">,
  project: Project,
  input: {
    query: string;
    pageSize: number;
    pageToken: string;
    order: UserOrder;
    filter: UserFlags;
    /** An export is recorded with its first page, so no token of another list leads into one. */
    forExport?: boolean;
  },
): Promise<Page<ListedUser>> {
  const filter: UserFilter = { ...input.filter, query: input.query.trim().toLowerCase() };
  const list: UserList = { projectId: project.id, order: input.order };
  const name =
    `${input.forExport ? "exported " : ""}users ${project.id} ${input.order} ${JSON.stringify(filter)}`.replaceAll(
      "|",
      " ",
    );
  const cursor = readCursor<UserPosition>(app, name, input);
  const { users, reached } = await findUsers(app, list, filter, cursor);
  const page = pageBy(app, name, cursor, users, (user) => positionOf(input.order, user));
  const nextPageToken = reached ? sealPosition(app, name, reached) : page.nextPageToken;
  return { items: await withMethods(app, project, page.items), nextPageToken };
}

async function withMethods(
  app: Pick<App, "db">,
  project: Project,
  users: readonly FoundUser[],
): Promise<ListedUser[]> {
  const ids = users.map(({ id }) => id);
  const byUser = Map.groupBy(await listIdentitiesOf(app.db, project.id, ids), ({ userId }) => userId);
  const passkeys = await countPasskeysOf(app.db, project.id, ids);
  return users.map((user) => ({
    user,
    identities: byUser.get(user.id) ?? [],
    passkeyCount: passkeys.get(user.id) ?? 0,
  }));
}

/** One more than fit on a page, if there are so many. `reached` is where the search stopped before the end of the list. */
export type FoundUsers = { users: FoundUser[]; reached?: UserPosition };

/**
 * Disabled users are a list of their own. Few users have another flag, and an index finds them. If many users match a
 * text, they are found by walking along the list; if few match, an index finds them. So the first portion of the list is
 * walked, and then an index is asked. What is not rare enough for the index (or one or two letters, which it does not
 * have) is searched by walking on, for a few portions: all who match may be at the other end of the list.
 */
export async function findUsers(
  app: Pick<App, "db">,
  everybody: UserList,
  filter: UserFilter,
  cursor: Cursor<UserPosition>,
): Promise<FoundUsers> {
  const limit = cursor.limit + 1;
  const { isDisabled, ...others } = filter;
  const isOfDisabled = isDisabled === true;
  const list = { ...everybody, isOfDisabled };
  if (isEmpty(isOfDisabled ? others : filter)) {
    return { users: await listWholeList(app.db, list, cursor.after, limit) };
  }
  if (USER_ID.test(filter.query)) {
    const named = await findMatchingUser(app.db, list.projectId, filter, filter.query);
    if (named) return { users: [named] };
  }
  const flagged = await findFlagged(app.db, list.projectId, filter);
  if (flagged) return { users: await listAmong(app.db, list, flagged, filter, cursor.after, limit) };
  const users: FoundUser[] = [];
  let after = cursor.after;
  for (let portion = 1; ; portion++) {
    const upTo = await findPosition(app.db, list, after, PORTION);
    users.push(...(await listMatchingUsers(app.db, list, filter, { after, upTo }, limit - users.length)));
    if (users.length === limit || upTo === undefined) return { users };
    if (portion === 1) {
      const ids = await findWithText(app.db, list.projectId, filter);
      if (ids) {
        users.push(...(await listAmong(app.db, list, ids, filter, upTo, limit - users.length)));
        return { users };
      }
    }
    if (portion === PORTIONS) return { users, reached: upTo };
    after = upTo;
    await setImmediate();
  }
}

function isEmpty(filter: UserFilter): boolean {
  return filter.query === "" && Object.values(filter).every((value) => value === undefined || value === "");
}
