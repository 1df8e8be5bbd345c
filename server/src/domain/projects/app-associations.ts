import type { App } from "../../app.ts";
import { listAllProjects } from "../../storage/projects.ts";
import { rpIdOfServer } from "../passkeys/rp-id.ts";
import { isOfAdministrators, usesDomain } from "../passkeys/shared-domain.ts";
import { type Project, readProject } from "./project.ts";

/**
 * The only path of a project that the operating system may open in its app instead of the browser. The pages of
 * emailed links are not included, because apps may not handle them.
 */
function appLinkPathOf({ slug }: Pick<Project, "slug">): string {
  return `/p/${slug}/app`;
}

/** The apps that projects name as theirs, so that phones let them open links of this host, and some log in. */
export type AppAssociations = Readonly<{
  /** Team id and bundle id, joined by a dot, with the paths that the app may open. */
  apple: readonly { appId: string; paths: readonly string[] }[];
  android: readonly AndroidApp[];
  /** Those that may also use passwords and passkeys of this host. */
  logins: Readonly<{ apple: readonly string[]; android: readonly AndroidApp[] }>;
}>;

export type AndroidApp = Readonly<{ packageName: string; fingerprints: readonly string[] }>;

export async function appAssociations(app: Pick<App, "baseUrl" | "db">): Promise<AppAssociations> {
  const projects = (await listAllProjects(app.db)).map(readProject);
  const trusted = await projectsToLogIn(app, projects);
  return {
    apple: appleApps(projects),
    android: androidApps(projects),
    logins: { apple: appleApps(trusted).map(({ appId }) => appId), android: androidApps(trusted) },
  };
}

/**
 * The projects whose apps may use what people have saved for this host. An app on iOS that may use passwords may also
 * ask for every passkey of the host, and what it gets looks like the answer to the right app. So once the host has
 * passkeys, only the projects that they are of are left.
 */
async function projectsToLogIn(
  app: Pick<App, "baseUrl" | "db">,
  projects: readonly Project[],
): Promise<readonly Project[]> {
  const host = rpIdOfServer(app.baseUrl);
  const owners = projects.filter((project) => usesDomain(project, host));
  const hasPasskeys = owners.length > 0 || (host !== undefined && (await isOfAdministrators(app, host)));
  return hasPasskeys ? owners : projects;
}

function appleApps(projects: readonly Project[]): AppAssociations["apple"] {
  const named = projects.map((project) => {
    const { teamId, bundleId } = project.settings.apple;
    const isKnown = teamId !== "" && bundleId !== "";
    return [isKnown ? `${teamId}.${bundleId}` : "", [appLinkPathOf(project)]] as const;
  });
  return grouped(named).map(([appId, paths]) => ({ appId, paths }));
}

function androidApps(projects: readonly Project[]): AndroidApp[] {
  const named = projects.map(({ settings: { google } }) => {
    const isKnown = google.androidSha256Fingerprints.length > 0;
    return [isKnown ? google.androidPackage : "", google.androidSha256Fingerprints] as const;
  });
  return grouped(named).map(([packageName, fingerprints]) => ({ packageName, fingerprints }));
}

/** One entry for each app, even if it has several projects, such as staging and production. */
function grouped(pairs: readonly (readonly [string, readonly string[]])[]): [string, string[]][] {
  const known = pairs.filter(([name]) => name !== "");
  return [...Map.groupBy(known, ([name]) => name)].map(([name, same]) => [
    name,
    [...new Set(same.flatMap(([, values]) => values))],
  ]);
}
