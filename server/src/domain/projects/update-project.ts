import type { App } from "../../app.ts";
import { lockProject } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import type { Actor } from "../analytics/record-event.ts";
import { projectNotFound, requireProjectNamed } from "./find-project.ts";
import { readProject } from "./project.ts";
import { detailsOf, type ProjectDetails } from "./project-details.ts";
import { differingSecrets, type SecretChanges } from "./provider-secrets.ts";
import { changedFields, saveProject, stateOf } from "./save-project.ts";
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
  { name, settings = {}, secrets = new Map() }: ProjectUpdate,
): Promise<UpdatedProject> {
  const { id } = await requireProjectNamed(app, slugOrId);
  return transact(app, async (app) => {
    const row = await lockProject(app.db, { id });
    if (!row) throw projectNotFound(slugOrId);
    const project = readProject(row);
    const after = {
      name: name === undefined ? project.name : name.trim(),
      values: new Map([...valuesOf(project.settings), ...valuesOf(settings)]),
    };
    const differing = await differingSecrets(app, id, secrets);
    const changed = [
      ...changedFields(stateOf(project), after),
      ...[...differing.keys()].map((path) => `settings.${path}`),
    ];
    const saved = await saveProject(app, by, project, after, differing);
    return { ...(await detailsOf(app, saved)), changedFields: changed };
  });
}
