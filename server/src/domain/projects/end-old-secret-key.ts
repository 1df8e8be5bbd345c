import type { App } from "../../app.ts";
import { lockProject, updateProject } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { projectNotFoundError, requireProjectNamed } from "./find-project.ts";
import { noOldSecretKey, oldSecretKeyOf } from "./old-secret-key.ts";

/** The secret key before stops working with the commit. Does nothing when there is none that works. */
export async function endOldSecretKey(
  app: Pick<App, "clock" | "db" | "newId">,
  by: Actor,
  slugOrId: string,
): Promise<void> {
  const { id } = await requireProjectNamed(app, slugOrId);
  await transact(app, async (app) => {
    const project = await lockProject(app.db, { id });
    if (!project) throw projectNotFoundError(slugOrId);
    if (!oldSecretKeyOf(app, project)) return;
    await updateProject(app.db, id, noOldSecretKey);
    await recordEvent(app, { kind: "admin.project_old_secret_key_ended", projectId: id, by });
  });
}
