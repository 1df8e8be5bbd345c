import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { updateProjectSettings } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { type Project, readProject } from "./project.ts";
import type { ProjectSettings } from "./settings.ts";

/** Saves the settings that differ. What is not given stays as it is. */
export async function updateSettings(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Pick<Project, "id" | "settings">,
  by: Actor,
  changes: Partial<ProjectSettings>,
): Promise<Project> {
  const settings = { ...project.settings, ...changes };
  const saved = await transact(app, async (app) => {
    const saved = await updateProjectSettings(app.db, project.id, JSON.stringify(settings), app.clock());
    const data = { settings: Object.keys(changes).sort().join(",") };
    await recordEvent(app, { kind: "admin.project_updated", projectId: project.id, by, data });
    return saved;
  });
  if (!saved) throw new AppError("NOT_FOUND", "deleted meanwhile", { resource: "project" });
  return readProject(saved);
}
