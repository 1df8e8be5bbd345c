import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import type { Millis, PushDevice } from "../../storage/db.ts";
import {
  listPushDevices as findDevices,
  listPushDevicesOfUser,
  type PushDeviceFilter,
} from "../../storage/push-devices.ts";
import type { Actor } from "../analytics/record-event.ts";
import { type Page, pageOf, readCursor } from "../paging.ts";
import type { Project } from "../projects/project.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { requireUser, type UserScope } from "../users/scope.ts";
import { type PushDeviceWithToken, withToken } from "./push-token.ts";
import { recordTokensRead } from "./record-push-event.ts";
import { requireAppId, requireProvider } from "./registration.ts";

/** The most recently registered first. */
export function listMyPushDevices(
  app: Pick<App, "db">,
  project: Project,
  { user }: SignedIn,
): Promise<PushDevice[]> {
  return listPushDevicesOfUser(app.db, project.id, user.id);
}

/** The most recently registered first. */
export async function listUserPushDevices(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  scope: UserScope,
  userId: string,
): Promise<PushDeviceWithToken[]> {
  const user = await requireUser(app, scope, userId);
  const devices = await listPushDevicesOfUser(app.db, scope.project.id, user.id);
  return withTokens(app, scope.project, scope.by, devices);
}

export type PushDeviceQuery = {
  pageSize: number;
  pageToken: string;
  /** Empty for all. */
  provider: string;
  appId: string;
  userId?: string;
  updatedAfter?: Millis | undefined;
};

/** The devices of the whole project, newest first. */
export async function listPushDevices(
  app: Pick<App, "db" | "secretBox">,
  project: Project,
  input: PushDeviceQuery,
): Promise<Page<PushDevice>> {
  const filter: PushDeviceFilter = {
    ...(input.provider !== "" && { provider: requireProvider(input.provider) }),
    ...(input.appId !== "" && { appId: requireAppId(input.appId) }),
    ...(input.userId && { userId: input.userId }),
    ...(input.updatedAfter !== undefined && { registeredAfter: input.updatedAfter }),
  };
  const list = `push_devices ${project.id} ${hashToken(JSON.stringify(filter))}`;
  const cursor = readCursor(app, list, input);
  const rows = await findDevices(app.db, project.id, filter, cursor.limit + 1, cursor.after);
  return pageOf(app, list, cursor, rows);
}

/** The same with tokens, for the backend only. */
export async function listPushDevicesWithTokens(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  project: Project,
  by: Actor,
  input: PushDeviceQuery,
): Promise<Page<PushDeviceWithToken>> {
  const page = await listPushDevices(app, project, input);
  return { ...page, items: await withTokens(app, project, by, page.items) };
}

async function withTokens(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  project: Project,
  by: Actor,
  devices: readonly PushDevice[],
): Promise<PushDeviceWithToken[]> {
  if (devices.length > 0) await recordTokensRead(app, project.id, by);
  return devices.map((device) => withToken(app, device));
}
