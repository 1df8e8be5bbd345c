import type { App } from "../../app.ts";
import type { User } from "../../storage/db.ts";
import {
  findPosition,
  INDEXED_LENGTH,
  listUsers as listAll,
  listMatchingUsers,
  searchUsers,
  type UserFilter,
  type UserPosition,
} from "../../storage/user-search.ts";
import { type Page, pageOf, readCursor } from "../paging.ts";
import type { Project } from "../projects/project.ts";

/** Which users to list, beside the query. */
export type UserFlags = Omit<UserFilter, "query">;

/** Looked through at a time: a few milliseconds, so that other callers hardly wait. */
const STRETCH = 2000;

/** Newest first. The query is any part of e-mail or display name, in any case. */
export async function listUsers(
  app: Pick<App, "db" | "secretBox">,
  project: Project,
  input: { query: string; pageSize: number; pageToken: string; filter: UserFlags },
): Promise<Page<User>> {
  const filter: UserFilter = { ...input.filter, query: input.query.trim().toLowerCase() };
  const list = `users ${project.id} ${JSON.stringify(filter)}`.replaceAll("|", " ");
  const cursor = readCursor(app, list, input);
  const rows = await find(app, project, filter, cursor.after, cursor.limit + 1);
  return pageOf(app, list, cursor, rows);
}

/**
 * What many users match is found among the newest; what few match is found by the index. So the
 * list is looked through for one stretch first, and the index asked only for what is left. What the
 * index cannot find (one or two letters, rare flags) is looked for stretch by stretch.
 */
async function find(
  app: Pick<App, "db">,
  project: Project,
  filter: UserFilter,
  after: UserPosition | undefined,
  limit: number,
): Promise<User[]> {
  if (isEmpty(filter)) return listAll(app.db, project.id, after, limit);
  const found: User[] = [];
  let from = after;
  for (;;) {
    const upTo = await findPosition(app.db, project.id, from, STRETCH);
    const wanted = limit - found.length;
    found.push(...(await listMatchingUsers(app.db, project.id, filter, { after: from, upTo }, wanted)));
    if (found.length === limit || upTo === undefined) return found;
    from = upTo;
    if ([...filter.query].length >= INDEXED_LENGTH) {
      found.push(...(await searchUsers(app.db, project.id, filter, from, limit - found.length)));
      return found;
    }
  }
}

function isEmpty(filter: UserFilter): boolean {
  return filter.query === "" && Object.values(filter).every((value) => value === undefined || value === "");
}
