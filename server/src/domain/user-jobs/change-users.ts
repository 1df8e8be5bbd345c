import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { UserJobRow } from "../../storage/db.ts";
import { holdPersonalAccessToken } from "../../storage/personal-access-tokens.ts";
import { transact } from "../../storage/transact.ts";
import { type JobLease, leaseUserJob, updateUserJob } from "../../storage/user-jobs.ts";
import type { UserPosition } from "../../storage/user-order.ts";
import { listAmong } from "../../storage/user-search.ts";
import { holdRight } from "../admins/rights-of-admin.ts";
import { readTokenLimits } from "../admins/token-limits.ts";
import type { Project } from "../projects/project.ts";
import { deleteUser } from "../users/delete-user.ts";
import { disableUser, enableUser } from "../users/disable-user.ts";
import { revokeUserSessions } from "../users/revoke-user-sessions.ts";
import type { UserScope } from "../users/scope.ts";
import { filterOf, JOB_ORDER } from "./find-next-users.ts";
import { needsOfUserJob } from "./needs-of-user-job.ts";

export type JobApp = Pick<App, "clock" | "db" | "newId" | "secretBox" | "stores">;

const ACTIONS = {
  disable: disableUser,
  enable: enableUser,
  revoke_sessions: revokeUserSessions,
  delete: deleteUser,
} satisfies Record<UserJobRow["action"], (app: JobApp, scope: UserScope, userId: string) => Promise<unknown>>;

/**
 * Changes a batch of users and how far the job has come, in one transaction: after a crash the job goes on where it
 * stopped, and changes nobody twice. `stopped` when its administrator may not do this any more, `lost` when the job has
 * ended or another replica works on it.
 */
export function changeUsers(
  app: JobApp,
  project: Project,
  lease: JobLease,
  { ids, position }: { ids: readonly string[]; position: UserPosition | undefined },
): Promise<"changed" | "stopped" | "lost"> {
  return transact(app, async (app) => {
    const job = await leaseUserJob(app.db, lease);
    if (!job) return "lost";
    if (!(await mayStill(app, job))) return "stopped";
    const scope = { project, by: { actor: job.actor, ip: job.ip }, tellsOtherProjects: false };
    const list = { projectId: project.id, order: JOB_ORDER } as const;
    // Read again: who does not match any more is left alone.
    const filter = filterOf(job);
    const named = ids.length === 1 && ids[0] === filter.query ? { ...filter, query: "" } : filter;
    const users =
      ids.length === 0 ? [] : await listAmong(app.db, list, [...ids], named, undefined, ids.length);
    for (const { id } of users) await ACTIONS[job.action](app, scope, id);
    await updateUserJob(app.db, project.id, job.id, {
      changed: job.changed + users.length,
      ...(position && { position: JSON.stringify(position) }),
    });
    return "changed";
  });
}

/** Checked in every transaction, which keeps the role and the token as they are until it ends. */
async function mayStill(app: Pick<App, "clock" | "db">, job: UserJobRow): Promise<boolean> {
  const { adminId, tokenId, projectId } = job;
  if (tokenId !== null && !(await holdPersonalAccessToken(app.db, adminId, tokenId, app.clock())))
    return false;
  const rights = { isOwner: false, roles: new Map(), limits: readTokenLimits(job.limits) };
  const credential = { adminId, rights, kind: "session", hash: "" } as const; // only whose it is counts here
  try {
    await holdRight(app, credential, { needs: needsOfUserJob(job.action), projectId });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.reason === "ADMIN_FORBIDDEN") return false;
    throw error;
  }
}
