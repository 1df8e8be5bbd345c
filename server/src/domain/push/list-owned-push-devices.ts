import type { App } from "../../app.ts";
import type { PushDevice } from "../../storage/db.ts";
import type { Page } from "../paging.ts";
import type { Project } from "../projects/project.ts";
import { type Owner, ownersOf } from "../users/owners-of.ts";
import { listPushDevices, type PushDeviceQuery } from "./list-push-devices.ts";

export type OwnedPushDevice = PushDevice & { owner: Owner | undefined };

/** The devices of the whole project, newest first, with the users as they are now, in one read. */
export async function listOwnedPushDevices(
  app: Pick<App, "db" | "secretBox">,
  project: Project,
  input: PushDeviceQuery,
): Promise<Page<OwnedPushDevice>> {
  const page = await listPushDevices(app, project, input);
  const owners = await ownersOf(app, project, page.items);
  return { ...page, items: page.items.map((device) => ({ ...device, owner: owners.get(device.userId) })) };
}
