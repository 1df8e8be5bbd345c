import type { App } from "../../app.ts";
import type { Db } from "../../storage/db.ts";
import { deleteProjectRows, findHiddenProject, hideProject } from "../../storage/projects.ts";
import { deleteProviderSecrets } from "../../storage/provider-secrets.ts";
import { deleteSigningKeys } from "../../storage/signing-keys.ts";
import { transact } from "../../storage/transact.ts";
import { holdRecentSignIn } from "../admins/recent-sign-in.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { projectNotFound, requireProjectNamed } from "./find-project.ts";

const BATCH = 500;
/** What a call deletes before it answers; a larger project's rest is for the clean-up. */
const BATCHES_PER_CALL = 40;

/**
 * Deletes a project with everything it owns. One transaction takes it from everybody: its slug, its
 * keys and with them every token. Its rows follow in small batches, so that a project with millions of
 * them holds nobody up, and a server that stops half-way goes on with them later.
 */
export async function deleteProject(
  app: Pick<App, "clock" | "db" | "newId">,
  by: Actor,
  slugOrId: string,
): Promise<void> {
  const { id, slug, name } = await requireProjectNamed(app, slugOrId);
  await transact(app, async (app) => {
    await holdRecentSignIn(app, by);
    if (!(await hideProject(app.db, id, app.clock()))) throw projectNotFound(slugOrId);
    await deleteSigningKeys(app.db, id);
    await deleteProviderSecrets(app.db, id);
    // An event of the instance: those of the project go with it.
    const data = { project_id: id, slug, name };
    await recordEvent(app, { kind: "admin.project_deleted", projectId: null, by, data });
  });

  for (let batches = 0; batches < BATCHES_PER_CALL; batches++) {
    if ((await deleteProjectRows(app.db, id, BATCH)) < BATCH) return;
  }
}

/** One batch of what a deleted project has left. Returns how many rows; `limit` or more: ask again. */
export async function deleteLeftovers(db: Db, limit: number): Promise<number> {
  const id = await findHiddenProject(db);
  return id === undefined ? 0 : deleteProjectRows(db, id, limit);
}
