import type { App } from "../../app.ts";
import type { UserJobRow } from "../../storage/db.ts";
import { positionOf, type UserPosition } from "../../storage/user-order.ts";
import type { Project } from "../projects/project.ts";
import { findUsers, type UserFlags } from "../users/list-users.ts";

/** The oldest first: users who sign up meanwhile come after everybody whom the job is about. */
export const JOB_ORDER = "oldest";

export type NextUsers = {
  ids: string[];
  /** Where the list was read up to. */
  position: UserPosition | undefined;
  isLast: boolean;
};

/** The next users whom the job is about, after those it has dealt with. */
export async function findNextUsers(
  app: Pick<App, "db">,
  project: Project,
  job: UserJobRow,
  limit: number,
): Promise<NextUsers> {
  const list = { projectId: project.id, order: JOB_ORDER } as const;
  const after = job.position === null ? undefined : (JSON.parse(job.position) as UserPosition);
  const { users, reached } = await findUsers(app, list, filterOf(job), { after, limit });
  const page = users.slice(0, limit);
  const wasThere = page.filter(({ id, createdAt }) => createdAt <= job.startedAt && id < idsAfter(job));
  const last = page.at(-1);
  const isCut = users.length > limit;
  const position = isCut || !reached ? last && positionOf(JOB_ORDER, last) : reached;
  const isPast = last !== undefined && last.createdAt > job.startedAt;
  return {
    ids: wasThere.map(({ id }) => id),
    position: position ?? after,
    isLast: isPast || !(isCut || reached),
  };
}

export function filterOf({ query, filters }: UserJobRow) {
  return { ...(JSON.parse(filters) as UserFlags), query: query.trim().toLowerCase() };
}

/**
 * Greater than the ids of all who were there when the job began: ids begin with the time, and those of one process rise. A
 * user who is imported while the job runs may have been created long ago, and the id tells that they came later.
 */
function idsAfter({ id, startedAt }: UserJobRow): string {
  const hex = (startedAt + 1).toString(16).padStart(12, "0");
  const ofOtherReplicas = `${hex.slice(0, 8)}-${hex.slice(8)}`;
  return id > ofOtherReplicas ? id : ofOtherReplicas;
}
