import type { App } from "../../app.ts";
import { requireProjectNamed } from "./find-project.ts";
import type { Project } from "./project.ts";
import { type StoredSecrets, storedSecrets } from "./provider-secrets.ts";

/** A project as administrators see it: with the names of the secrets that it has, and when they were written. */
export type ProjectDetails = Project & { secrets: StoredSecrets };

export async function getProject(app: Pick<App, "db">, slugOrId: string): Promise<ProjectDetails> {
  return detailsOf(app, await requireProjectNamed(app, slugOrId));
}

export async function detailsOf(app: Pick<App, "db">, project: Project): Promise<ProjectDetails> {
  const [details = { ...project, secrets: new Map() }] = await allDetailsOf(app, [project]);
  return details;
}

export async function allDetailsOf(
  app: Pick<App, "db">,
  projects: readonly Project[],
): Promise<ProjectDetails[]> {
  const stored = await storedSecrets(
    app,
    projects.map(({ id }) => id),
  );
  return projects.map((project) => ({ ...project, secrets: stored.get(project.id) ?? new Map() }));
}
