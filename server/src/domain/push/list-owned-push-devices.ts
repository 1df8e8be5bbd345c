import type { App } from "../../app.ts";
import type { PushDevice } from "../../storage/db.ts";
import { type EventUser, listEventUsers } from "../../storage/event-people.ts";
import type { Page } from "../paging.ts";
import type { Project } from "../projects/project.ts";
import { listPushDevices, type PushDeviceQuery } from "./list-push-devices.ts";

export type OwnedPushDevice = PushDevice & { owner: EventUser | undefined };

/** The devices of the whole project, newest first, with the users as they are now, in one read. */
export async function listOwnedPushDevices(
  app: Pick<App, "db" | "secretBox">,
  project: Project,
  input: PushDeviceQuery,
): Promise<Page<OwnedPushDevice>> {
  const page = await listPushDevices(app, project, input);
  const userIds = new Set(page.items.map(({ userId }) => userId));
  const users = await listEventUsers(app.db, project.id, [...userIds]);
  const ownerOf = new Map(users.map((user) => [user.id, user]));
  return { ...page, items: page.items.map((device) => ({ ...device, owner: ownerOf.get(device.userId) })) };
}
