import { type SqlBool, sql } from "kysely";
import type { Db, Millis, UserJobRow } from "./db.ts";

/** False while another job of the project runs. One statement, so that of two which start at once only one does. */
export async function insertUserJob(db: Db, job: UserJobRow): Promise<boolean> {
  const inserted = await db
    .insertInto("userJobs")
    .values(job)
    .onConflict((conflict) => conflict.column("projectId").where(sql<SqlBool>`state = 'running'`).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export function findUserJob(db: Db, projectId: string, id: string): Promise<UserJobRow | undefined> {
  return db
    .selectFrom("userJobs")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Newest first. */
export function listUserJobs(db: Db, projectId: string, limit: number): Promise<UserJobRow[]> {
  return db
    .selectFrom("userJobs")
    .selectAll()
    .where("projectId", "=", projectId)
    .orderBy("startedAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Of all projects, the longest running first. */
export function listRunningUserJobs(db: Db): Promise<Pick<UserJobRow, "id" | "projectId">[]> {
  return db
    .selectFrom("userJobs")
    .select(["id", "projectId"])
    .where("state", "=", "running")
    .orderBy("startedAt")
    .orderBy("id")
    .execute();
}

export type JobLease = { projectId: string; id: string; worker: string; now: Millis; until: Millis };

/** The job, which nobody else works on until then. Undefined when somebody else does, or when it has ended. */
export function leaseUserJob(db: Db, lease: JobLease): Promise<UserJobRow | undefined> {
  return db
    .updateTable("userJobs")
    .set({ worker: lease.worker, leaseUntil: lease.until })
    .where("projectId", "=", lease.projectId)
    .where("id", "=", lease.id)
    .where("state", "=", "running")
    .where((job) => job.or([job("worker", "=", lease.worker), job("leaseUntil", "<=", lease.now)]))
    .returningAll()
    .executeTakeFirst();
}

/** Lets others go on with it at once. */
export async function releaseUserJob(db: Db, projectId: string, id: string, worker: string): Promise<void> {
  await db
    .updateTable("userJobs")
    .set({ leaseUntil: 0 })
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("worker", "=", worker)
    .execute();
}

export type UserJobProgress = Partial<
  Pick<UserJobRow, "matching" | "position" | "changed" | "failed" | "lastFailure">
>;

export async function updateUserJob(
  db: Db,
  projectId: string,
  id: string,
  progress: UserJobProgress,
): Promise<void> {
  await db
    .updateTable("userJobs")
    .set(progress)
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .execute();
}

/**
 * The job as it ended, without what was searched for and whom it came to: they may be erased one day. Undefined when it
 * had ended before.
 */
export function endUserJob(
  db: Db,
  projectId: string,
  id: string,
  end: Pick<UserJobRow, "state" | "endedAt">,
): Promise<UserJobRow | undefined> {
  return db
    .updateTable("userJobs")
    .set({ ...end, query: "", position: null })
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("state", "=", "running")
    .returningAll()
    .executeTakeFirst();
}

export async function deleteEndedUserJobs(db: Db, before: Millis, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("userJobs")
    .where("id", "in", (job) =>
      job.selectFrom("userJobs").select("id").where("endedAt", "<=", before).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
