import type { App } from "../../app.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { UserJobAction, UserJobRow } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { insertUserJob } from "../../storage/user-jobs.ts";
import { writeTokenLimits } from "../admins/token-limits.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { UserFlags } from "../users/list-users.ts";
import type { UserScope } from "../users/scope.ts";
import { namesOfFilters } from "./names-of-filters.ts";

/** Stores the job; `runUserJobs` works on it. */
export function startUserJob(
  app: Pick<App, "clock" | "db" | "newId">,
  { project, by }: UserScope,
  input: { action: UserJobAction | undefined; query: string; filter: UserFlags },
): Promise<UserJobRow> {
  const { action } = input;
  const { credential } = by;
  if (!action) throw invalidRequest("action", "is required");
  if (!credential) throw new AppError("ADMIN_UNAUTHENTICATED", "a job needs an administrator");
  const { limits } = credential.rights;
  const job: UserJobRow = {
    id: app.newId(),
    projectId: project.id,
    action,
    query: input.query,
    filters: JSON.stringify(input.filter),
    state: "running",
    adminId: credential.adminId,
    actor: by.actor,
    ip: by.ip,
    tokenId: credential.kind === "token" ? credential.tokenId : null,
    limits: limits ? writeTokenLimits(limits) : null,
    startedAt: app.clock(),
    endedAt: null,
    matching: null,
    position: null,
    changed: 0,
    failed: 0,
    lastFailure: "",
    worker: "",
    leaseUntil: 0,
  };
  return transact(app, async (app) => {
    if (!(await insertUserJob(app.db, job))) throw new AppError("USER_JOB_RUNNING");
    const data = { job_id: job.id, action, filters: namesOfFilters(input) };
    await recordEvent(app, { kind: "admin.users_job_started", projectId: project.id, by, data });
    return job;
  });
}
