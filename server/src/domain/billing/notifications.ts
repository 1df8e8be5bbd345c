import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { invalidRequest } from "../../errors.ts";
import {
  type ListedNotification,
  listNotifications as listRows,
  type NotificationFilter,
  requeueNotifications,
} from "../../storage/billing-inbox.ts";
import type { Millis } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { type Page, pageBy, readCursor } from "../paging.ts";
import type { Project } from "../projects/project.ts";

const MAX_REPLAYED = 200;

type Position = { receivedAt: Millis; id: string };

export type { ListedNotification };

/** The newest first. */
export async function listNotifications(
  app: Pick<App, "db" | "secretBox">,
  project: Project,
  input: { pageSize: number; pageToken: string; store: string; status: string },
): Promise<Page<ListedNotification>> {
  const filter: NotificationFilter = {
    ...(input.store !== "" && { store: input.store }),
    ...(input.status !== "" && { status: input.status }),
  };
  const list = `notifications ${project.id} ${hashToken(JSON.stringify(filter))}`;
  const cursor = readCursor<Position>(app, list, input);
  const rows = await listRows(app.db, project.id, filter, cursor.limit + 1, cursor.after);
  return pageBy(app, list, cursor, rows, ({ receivedAt, id }) => ({ receivedAt, id }));
}

/** Works these out again, or all that failed. Returns how many. */
export async function replayNotifications(
  app: Pick<App, "clock" | "db" | "newId" | "wakeInboxJob">,
  project: Project,
  by: Actor,
  ids: readonly string[],
): Promise<number> {
  if (ids.length > MAX_REPLAYED)
    throw invalidRequest("ids", `must name at most ${MAX_REPLAYED} notifications`);
  const replayed = await transact(app, async (app) => {
    const count = await requeueNotifications(
      app.db,
      project.id,
      ids.length === 0 ? undefined : ids,
      app.clock(),
    );
    const data = { count };
    await recordEvent(app, { kind: "admin.notifications_replayed", projectId: project.id, by, data });
    return count;
  });
  app.wakeInboxJob();
  return replayed;
}
