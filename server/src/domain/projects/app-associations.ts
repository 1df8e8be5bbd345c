import type { App } from "../../app.ts";
import { listAllProjects } from "../../storage/projects.ts";
import { type Project, readProject } from "./project.ts";

/**
 * The only path of a project that the operating system may open in its app instead of the browser. The pages of
 * emailed links are not included, because apps may not handle them.
 */
function appLinkPathOf({ slug }: Pick<Project, "slug">): string {
  return `/p/${slug}/app`;
}

/** The apps that projects name as theirs, so that phones let them open links and fill in passwords of this host. */
export type AppAssociations = Readonly<{
  /** Team id and bundle id, joined by a dot, with the paths that the app may open. */
  apple: readonly { appId: string; paths: readonly string[] }[];
  android: readonly { packageName: string; fingerprints: readonly string[] }[];
}>;

export async function appAssociations(app: Pick<App, "db">): Promise<AppAssociations> {
  const projects = (await listAllProjects(app.db)).map(readProject);
  return {
    apple: grouped(
      projects.map((project) => {
        const { teamId, bundleId } = project.settings.apple;
        const isKnown = teamId !== "" && bundleId !== "";
        return [isKnown ? `${teamId}.${bundleId}` : "", [appLinkPathOf(project)]] as const;
      }),
    ).map(([appId, paths]) => ({ appId, paths })),
    android: grouped(
      projects.map(({ settings: { google } }) => {
        const isKnown = google.androidSha256Fingerprints.length > 0;
        return [isKnown ? google.androidPackage : "", google.androidSha256Fingerprints] as const;
      }),
    ).map(([packageName, fingerprints]) => ({ packageName, fingerprints })),
  };
}

/** One entry for each app, even if it has several projects, such as staging and production. */
function grouped(pairs: readonly (readonly [string, readonly string[]])[]): [string, string[]][] {
  const known = pairs.filter(([name]) => name !== "");
  return [...Map.groupBy(known, ([name]) => name)].map(([name, same]) => [
    name,
    [...new Set(same.flatMap(([, values]) => values))],
  ]);
}
