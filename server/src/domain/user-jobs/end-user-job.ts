import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { UserJobRow, UserJobState } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { endUserJob as endRow, findUserJob, listUserJobs } from "../../storage/user-jobs.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import type { UserFlags } from "../users/list-users.ts";
import type { UserScope } from "../users/scope.ts";
import { namesOfFilters } from "./names-of-filters.ts";

const SHOWN = 20;

/** Returns the job, also when it had ended before. */
export function endUserJob(
  app: Pick<App, "clock" | "db" | "newId">,
  { projectId, id }: Pick<UserJobRow, "projectId" | "id">,
  state: Exclude<UserJobState, "running">,
  by: Actor,
): Promise<UserJobRow | undefined> {
  return transact(app, async (app) => {
    // Before its end, which removes what was searched for.
    const running = await findUserJob(app.db, projectId, id);
    const ended = running && (await endRow(app.db, projectId, id, { state, endedAt: app.clock() }));
    if (!ended) return findUserJob(app.db, projectId, id);
    const { action, changed, failed } = ended;
    const filters = namesOfFilters({
      query: running.query,
      filter: JSON.parse(running.filters) as UserFlags,
    });
    const data = { job_id: id, action, filters, state, changed, failed };
    await recordEvent(app, { kind: "admin.users_job_ended", projectId, by, data });
    return ended;
  });
}

/** No user is changed after it returns: each batch changes the job's row first, and so does this. */
export async function cancelUserJob(
  app: Pick<App, "clock" | "db" | "newId">,
  { project, by }: UserScope,
  id: string,
): Promise<UserJobRow> {
  return (await endUserJob(app, { projectId: project.id, id }, "canceled", by)) ?? missing(id);
}

export async function getUserJob(app: Pick<App, "db">, project: Project, id: string): Promise<UserJobRow> {
  return (await findUserJob(app.db, project.id, id)) ?? missing(id);
}

/** The last ones, newest first. */
export function listJobsOfProject(app: Pick<App, "db">, project: Project): Promise<UserJobRow[]> {
  return listUserJobs(app.db, project.id, SHOWN);
}

function missing(id: string): never {
  throw new AppError("NOT_FOUND", `job ${id}`, { resource: "job" });
}
