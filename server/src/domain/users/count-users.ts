import { setImmediate } from "node:timers/promises";
import type { App } from "../../app.ts";
import { countIndexedUsers, findFlagged, findWithText } from "../../storage/user-candidates.ts";
import type { UserFilter } from "../../storage/user-filter.ts";
import type { UserList, UserPosition } from "../../storage/user-order.ts";
import { countMatchingUsers, findMatchingUser, findPosition, listAmong } from "../../storage/user-search.ts";
import { readCursor, sealPosition } from "../paging.ts";
import type { Project } from "../projects/project.ts";
import { PORTION, PORTIONS, USER_ID, type UserFlags } from "./list-users.ts";

/** Beyond it a count takes too long, and nobody needs to know it exactly. */
export const MOST_COUNTED = 10_000;

export type UserCount = {
  users: number;
  isMore: boolean;
  /** Goes on counting. Empty when there is nothing left to count. */
  nextPageToken: string;
};

/** Where a count has come to. */
type Reached = UserPosition & { count: number };

/** Counts like `listUsers` searches: by an index where one has these users, and otherwise a part of the list per call. */
export async function countUsers(
  app: Pick<App, "db" | "secretBox">,
  project: Project,
  input: { query: string; pageToken: string; filter: UserFlags },
): Promise<UserCount> {
  const filter: UserFilter = { ...input.filter, query: input.query.trim().toLowerCase() };
  const name = `count of users ${project.id} ${JSON.stringify(filter)}`.replaceAll("|", " ");
  const { after } = readCursor<Reached>(app, name, { pageSize: 0, pageToken: input.pageToken });
  if (!after) {
    const whole = await countAtOnce(app, project, filter);
    if (whole !== undefined) return counted(whole);
  }
  const reached = await countPortions(app, { projectId: project.id, order: "newest" }, filter, after);
  if (typeof reached === "number") return counted(reached);
  return { ...counted(reached.count), nextPageToken: sealPosition(app, name, reached) };
}

function counted(count: number): UserCount {
  return { users: Math.min(count, MOST_COUNTED), isMore: count > MOST_COUNTED, nextPageToken: "" };
}

async function countAtOnce(
  app: Pick<App, "db">,
  project: Project,
  filter: UserFilter,
): Promise<number | undefined> {
  if (USER_ID.test(filter.query)) {
    const named = await findMatchingUser(app.db, project.id, filter, filter.query);
    if (named) return 1;
  }
  const all = await countIndexedUsers(app.db, project.id, filter, MOST_COUNTED + 1);
  if (all !== undefined) return all;
  const flagged = await findFlagged(app.db, project.id, filter);
  if (!flagged) return undefined;
  const list = { projectId: project.id, order: "newest" } as const;
  return (await listAmong(app.db, list, flagged, filter, undefined, flagged.length)).length;
}

/** The count, or where it has come to. */
async function countPortions(
  app: Pick<App, "db">,
  list: UserList,
  filter: UserFilter,
  from: Reached | undefined,
): Promise<number | Reached> {
  let count = from?.count ?? 0;
  let after: UserPosition | undefined = from;
  for (let portion = 1; ; portion++) {
    const upTo = await findPosition(app.db, list, after, PORTION);
    count += await countMatchingUsers(app.db, list, filter, { after, upTo });
    if (upTo === undefined || count > MOST_COUNTED) return count;
    if (portion === 1 && !from) {
      const ids = await findWithText(app.db, list.projectId, filter);
      if (ids) return count + (await listAmong(app.db, list, ids, filter, upTo, ids.length)).length;
    }
    if (portion === PORTIONS) return { ...upTo, count };
    after = upTo;
    await setImmediate();
  }
}
