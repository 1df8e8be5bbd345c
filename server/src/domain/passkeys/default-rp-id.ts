import type { App } from "../../app.ts";
import { listAllProjects } from "../../storage/projects.ts";
import type { SettingPath, SettingValue } from "../projects/setting-fields.ts";
import { rpIdOfServer } from "./rp-id.ts";

/**
 * The domain of passkeys that are switched on without one: the host of the server, as long as no other project is on it.
 * On iOS an app cannot be told from another one of the same domain, so several projects share one only if both name it.
 * `projectId` is undefined for a project that is being created.
 */
export async function defaultRpId(
  app: Pick<App, "baseUrl" | "db">,
  projectId: string | undefined,
  values: ReadonlyMap<SettingPath, SettingValue>,
): Promise<string | undefined> {
  if (values.get("passkeys.enabled") !== true || values.get("passkeys.rp_id") !== "") return undefined;
  const projects = await listAllProjects(app.db);
  return projects.every(({ id }) => id === projectId) ? rpIdOfServer(app.baseUrl) : undefined;
}
