import type { App } from "../../app.ts";
import { lockProject } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import type { Actor } from "../analytics/record-event.ts";
import { projectNotFound, requireProjectNamed } from "./find-project.ts";
import { type Project, readProject } from "./project.ts";
import { detailsOf, type ProjectDetails } from "./project-details.ts";
import { differingSecrets, type SecretChanges } from "./provider-secrets.ts";
import { changedFields, type ProjectState, saveProject, stateOf } from "./save-project.ts";
import { valuesOf } from "./setting-fields.ts";
import type { SettingsChanges } from "./settings.ts";

export type ProjectUpdate = Readonly<{
  name?: string | undefined;
  settings?: SettingsChanges;
  secrets?: SecretChanges;
}>;

/** The project after the change, and which fields the change touched. */
export type UpdatedProject = ProjectDetails & { changedFields: string[] };

/** Changes what is given and differs. Two changes at once do not undo each other: each sees what the other saved. */
export async function updateProject(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  by: Actor,
  slugOrId: string,
  update: ProjectUpdate,
): Promise<UpdatedProject> {
  const { id } = await requireProjectNamed(app, slugOrId);
  return transact(app, async (app) => {
    const row = await lockProject(app.db, { id });
    if (!row) throw projectNotFound(slugOrId);
    const project = readProject(row);
    const { after, secrets, changedFields } = await planUpdate(app, project, update);
    const saved = await saveProject(app, by, project, after, secrets);
    return { ...(await detailsOf(app, saved)), changedFields };
  });
}

type PlannedUpdate = Readonly<{ after: ProjectState; secrets: SecretChanges; changedFields: string[] }>;

/** The project as the update would have it, the secrets that differ, and which fields it would touch. */
export async function planUpdate(
  app: Pick<App, "db" | "secretBox">,
  project: Project,
  { name, settings = {}, secrets = new Map() }: ProjectUpdate,
): Promise<PlannedUpdate> {
  const after = {
    name: name === undefined ? project.name : name.trim(),
    values: new Map([...valuesOf(project.settings), ...valuesOf(settings)]),
  };
  const differing = await differingSecrets(app, project.id, secrets);
  const touched = [...differing.keys()].map((path) => `settings.${path}`);
  return {
    after,
    secrets: differing,
    changedFields: [...changedFields(stateOf(project), after), ...touched],
  };
}
