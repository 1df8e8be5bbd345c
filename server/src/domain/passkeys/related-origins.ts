import type { App } from "../../app.ts";
import { listAllProjects } from "../../storage/projects.ts";
import { readProject } from "../projects/project.ts";
import { isWithin, rpIdOfServer } from "./rp-id.ts";
import { usesDomain } from "./shared-domain.ts";

/**
 * The origins outside of this server's host whose pages may use its passkeys. Undefined when no project has this host as
 * the domain of its passkeys: then another server answers for that domain.
 */
export async function relatedOrigins(app: Pick<App, "baseUrl" | "db">): Promise<string[] | undefined> {
  const host = rpIdOfServer(app.baseUrl);
  if (host === undefined) return undefined;
  const here = (await listAllProjects(app.db))
    .map(readProject)
    .filter((project) => usesDomain(project, host));
  if (here.length === 0) return undefined;
  return [...new Set(here.flatMap(({ settings }) => settings.passkeys.origins))].filter(
    (origin) => !isWithin(origin, host),
  );
}
