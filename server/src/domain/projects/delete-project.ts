import type { App } from "../../app.ts";
import { deleteRolesInProject } from "../../storage/admin-roles.ts";
import type { Db, Millis } from "../../storage/db.ts";
import { insertErasures, WHOLE_PROJECT } from "../../storage/erasures.ts";
import {
  deleteOrphans,
  deleteProjectRows,
  forgetDeletedProjects,
  listDeletedProjects,
} from "../../storage/project-rows.ts";
import { findHiddenProject, hideProject } from "../../storage/projects.ts";
import { deleteProviderSecrets } from "../../storage/provider-secrets.ts";
import { deleteSigningKeys } from "../../storage/signing-keys.ts";
import { transact } from "../../storage/transact.ts";
import { holdRecentSignIn } from "../admins/recent-sign-in.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { projectNotFoundError, requireProjectNamed } from "./find-project.ts";

const DAY_MS = 86_400_000;
const BATCH = 500;
/** Rows that the call itself deletes. The clean-up job deletes the rest. */
const BATCHES_PER_CALL = 40;

/**
 * Deletes a project with everything it owns. One transaction deletes its slug and keys, which invalidates every token.
 * The other rows are deleted in small batches, so that a project with millions of rows does not delay other calls. If
 * the server stops, the clean-up job continues later.
 */
export async function deleteProject(
  app: Pick<App, "clock" | "db" | "newId">,
  by: Actor,
  slugOrId: string,
): Promise<void> {
  const { id, slug, name } = await requireProjectNamed(app, slugOrId);
  await transact(app, async (app) => {
    await holdRecentSignIn(app, by);
    if (!(await hideProject(app.db, id, app.clock()))) throw projectNotFoundError(slugOrId);
    await insertErasures(app.db, id, [WHOLE_PROJECT], { at: app.clock(), isBanned: false });
    await deleteSigningKeys(app.db, id);
    await deleteProviderSecrets(app.db, id);
    await deleteRolesInProject(app.db, id);
    // An event of the instance, because the project's own events are deleted.
    const data = { project_id: id, slug, name };
    await recordEvent(app, { kind: "admin.project_deleted", projectId: null, by, data });
  });

  for (let batches = 0; batches < BATCHES_PER_CALL; batches++) {
    if ((await deleteProjectRows(app.db, id, BATCH, app.clock())) < BATCH) return;
  }
}

/** Deletes one batch of rows of deleted projects and returns how many. Call it again while it returns `limit`. */
export async function deleteLeftovers(db: Db, limit: number, now: Millis): Promise<number> {
  const id = await findHiddenProject(db);
  return id === undefined ? 0 : deleteProjectRows(db, id, limit, now);
}

/**
 * Deletes what calls left that had begun before their project was deleted, and ended afterwards. A deleted project is
 * looked at for a day. Returns how many rows are gone. Call it again while it returns `limit` or more.
 */
export async function deleteOrphanedRows(db: Db, limit: number, now: Millis): Promise<number> {
  let deleted = 0;
  for (const id of await listDeletedProjects(db)) {
    deleted += await deleteOrphans(db, id, limit);
    if (deleted >= limit) return deleted;
  }
  await forgetDeletedProjects(db, now - DAY_MS);
  return deleted;
}
