import type { App } from "../../app.ts";
import { AppError, describeError } from "../../errors.ts";
import type { UserJobRow } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { leaseUserJob, listRunningUserJobs, releaseUserJob, updateUserJob } from "../../storage/user-jobs.ts";
import type { UserPosition } from "../../storage/user-order.ts";
import { requireProjectNamed } from "../projects/find-project.ts";
import type { Project } from "../projects/project.ts";
import { countUsers } from "../users/count-users.ts";
import type { UserFlags } from "../users/list-users.ts";
import { changeUsers, type JobApp } from "./change-users.ts";
import { endUserJob } from "./end-user-job.ts";
import { findNextUsers } from "./find-next-users.ts";

/** Another replica goes on when the one that works has not written for so long. */
const LEASE_MS = 30_000;

/** Users of one transaction: few, so that other calls for one of them hardly wait. */
const BATCH = 20;

/** Users of one turn, after which the jobs of other projects have theirs. */
const TURN = 500;

/** Works on the jobs of all projects in turn, until there is nothing left to do. */
export async function runUserJobs(
  app: JobApp & Pick<App, "log" | "secretBox">,
  signal?: AbortSignal,
): Promise<void> {
  const worker = app.newId();
  const failed = new Map<string, unknown>();
  for (let isBusy = true; isBusy; ) {
    isBusy = false;
    for (const job of await listRunningUserJobs(app.db)) {
      if (signal?.aborted) return;
      if (failed.has(job.id)) continue;
      try {
        if (await takeTurn(app, job, worker, signal)) isBusy = true;
      } catch (error) {
        failed.set(job.id, error);
        // So that the next run goes on at once. If this fails too, the lease ends by itself.
        await releaseUserJob(app.db, job.projectId, job.id, worker).catch(() => {});
      }
    }
  }
  for (const error of failed.values()) throw error;
}

/** False when there was nothing to do here: another replica works on it. */
async function takeTurn(
  app: JobApp & Pick<App, "log" | "secretBox">,
  { id, projectId }: Pick<UserJobRow, "id" | "projectId">,
  worker: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const lease = () => ({ projectId, id, worker, now: app.clock(), until: app.clock() + LEASE_MS });
  const job = await leaseUserJob(app.db, lease());
  if (!job) return false;
  const project = await projectOf(app, projectId);
  if (!project) return false; // it is being deleted, and the job with it
  if (job.matching === null) await countMatching(app, project, job);
  for (let done = 0; done < TURN && !signal?.aborted; ) {
    const current = await leaseUserJob(app.db, lease());
    if (!current) return true;
    const next = await findNextUsers(app, project, current, BATCH);
    const outcome = await changeBatch(app, project, lease, next);
    if (outcome === "stopped") await endUserJob(app, job, "stopped", actorOf(job));
    if (outcome !== "changed") return true;
    if (next.isLast) {
      await endUserJob(app, job, "done", actorOf(job));
      return true;
    }
    done += next.ids.length + 1; // a part of the list in which nobody matches counts too
  }
  await releaseUserJob(app.db, projectId, id, worker);
  return true;
}

type Lease = Parameters<typeof leaseUserJob>[1];
type Batch = { ids: readonly string[]; position: UserPosition | undefined };

/** If the batch fails, each of its users is tried alone, so that one of them does not hold up the others. */
async function changeBatch(
  app: JobApp & Pick<App, "log">,
  project: Project,
  lease: () => Lease,
  batch: Batch,
): Promise<"changed" | "stopped" | "lost"> {
  try {
    return await changeUsers(app, project, lease(), batch);
  } catch (error) {
    if (isOutage(error)) throw error;
    if (batch.ids.length === 1) return countFailure(app, lease(), batch, error);
  }
  for (const id of batch.ids) {
    const outcome = await changeBatch(app, project, lease, { ids: [id], position: undefined });
    if (outcome !== "changed") return outcome;
  }
  return changeUsers(app, project, lease(), { ids: [], position: batch.position });
}

/** Everything has to wait for it, so it is nobody's failure. */
function isOutage(error: unknown): boolean {
  return error instanceof AppError && error.status === "unavailable";
}

async function countFailure(
  app: JobApp & Pick<App, "log">,
  lease: Lease,
  { position }: Batch,
  error: unknown,
): Promise<"changed" | "lost"> {
  const reason = error instanceof AppError ? error.reason : "INTERNAL";
  if (reason === "INTERNAL") app.log("error", "a job failed for a user", { detail: describeError(error) });
  return transact(app, async (app) => {
    const job = await leaseUserJob(app.db, lease);
    if (!job) return "lost";
    // Deleted meanwhile: there is nobody left to change.
    const failure = reason === "NOT_FOUND" ? {} : { failed: job.failed + 1, lastFailure: reason };
    const moved = position ? { position: JSON.stringify(position) } : {};
    await updateUserJob(app.db, job.projectId, job.id, { failed: job.failed, ...failure, ...moved });
    return "changed";
  });
}

async function projectOf(app: Pick<App, "db">, id: string): Promise<Project | undefined> {
  try {
    return await requireProjectNamed(app, id);
  } catch (error) {
    if (error instanceof AppError && error.reason === "NOT_FOUND") return undefined;
    throw error;
  }
}

/** For the progress. It is counted before anybody is changed, because who was changed may not match any more. */
async function countMatching(
  app: Pick<App, "db" | "secretBox">,
  project: Project,
  job: UserJobRow,
): Promise<void> {
  const input = { query: job.query, filter: JSON.parse(job.filters) as UserFlags };
  let count = await countUsers(app, project, { ...input, pageToken: "" });
  while (count.nextPageToken !== "") {
    count = await countUsers(app, project, { ...input, pageToken: count.nextPageToken });
  }
  const matching = count.users + (count.isMore ? 1 : 0);
  await updateUserJob(app.db, project.id, job.id, { matching });
}

function actorOf({ actor, ip }: UserJobRow) {
  return { actor, ip };
}
