import type { App } from "../../app.ts";
import { hasAdminPasskeyOf } from "../../storage/admin-passkeys.ts";
import { listAllProjects } from "../../storage/projects.ts";
import { type Project, readProject } from "../projects/project.ts";
import { rpIdOfServer } from "./rp-id.ts";

type DomainApp = Pick<App, "baseUrl" | "db">;

/** Whether users of the project have, or can have, passkeys of this domain. */
export function usesDomain({ settings }: Pick<Project, "settings">, rpId: string | undefined): boolean {
  return settings.passkeys.enabled && settings.passkeys.rpId === rpId;
}

/** Whether another project has passkeys of the same domain: an app on iOS can then ask for those of both. */
export async function isOfOtherProjects(
  app: Pick<App, "db">,
  { id, settings }: Pick<Project, "id" | "settings">,
): Promise<boolean> {
  const others = (await listAllProjects(app.db)).filter((row) => row.id !== id).map(readProject);
  return others.some((other) => usesDomain(other, settings.passkeys.rpId));
}

/** Whether administrators have passkeys of this domain. Theirs is the host of the server. */
export async function isOfAdministrators(app: DomainApp, rpId: string): Promise<boolean> {
  return rpId === rpIdOfServer(app.baseUrl) && hasAdminPasskeyOf(app.db, rpId);
}

/**
 * Whether the domain of the project's passkeys is also another project's, used or not, or the host of a server that has
 * other projects. Passkeys of `localhost` stay on one machine.
 */
export async function sharesDomain(
  app: DomainApp,
  { id, settings }: Pick<Project, "id" | "settings">,
): Promise<boolean> {
  const { rpId } = settings.passkeys;
  if (rpId === "" || rpId === "localhost") return false;
  const others = (await listAllProjects(app.db)).filter((row) => row.id !== id).map(readProject);
  if (rpId === rpIdOfServer(app.baseUrl)) return others.length > 0;
  return others.some((other) => other.settings.passkeys.rpId === rpId);
}
