import type { App } from "../../app.ts";
import { transact } from "../../storage/transact.ts";
import { holdRecentSignIn } from "../admins/recent-sign-in.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { countUsers, type UserCount } from "./count-users.ts";
import type { UserFlags } from "./list-users.ts";
import type { UserScope } from "./scope.ts";

type ExportedList = { query: string; pageToken: string; filter: UserFlags };

/**
 * For a list of users that is fetched to keep a copy of it. As with `exportUsers`, each page needs a recent sign-in, and the export
 * is recorded before its first page.
 */
export async function recordListExport(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  scope: UserScope,
  list: ExportedList,
): Promise<void> {
  const isFirst = list.pageToken === "";
  const counted = isFirst ? await countAll(app, scope, list) : undefined;
  await transact(app, async (app) => {
    await holdRecentSignIn(app, scope.by);
    if (!counted) return;
    const { users, isMore } = counted;
    const data = { format: "csv", users, ...(isMore && { more: true }) };
    await recordEvent(app, { kind: "admin.users_exported", projectId: scope.project.id, by: scope.by, data });
  });
}

async function countAll(
  app: Pick<App, "db" | "secretBox">,
  { project }: UserScope,
  { query, filter }: ExportedList,
): Promise<UserCount> {
  let counted: UserCount | undefined;
  do {
    counted = await countUsers(app, project, { query, filter, pageToken: counted?.nextPageToken ?? "" });
  } while (counted.nextPageToken !== "");
  return counted;
}
