import type { App } from "../../app.ts";
import type { Millis } from "../../storage/db.ts";
import {
  type Erasure,
  erasuresFrom,
  findPresentUsers,
  listErasures,
  putErasures,
  WHOLE_PROJECT,
} from "../../storage/erasures.ts";
import { findHiddenProject, listAllProjects } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import { eraseUser } from "../accounts/erase-user.ts";
import { systemActor } from "../analytics/record-event.ts";
import { deleteLeftovers, deleteProject } from "../projects/delete-project.ts";
import { type Project, readProject } from "../projects/project.ts";

/** Small: on SQLite each statement of a transaction takes longer the more the transaction has changed. */
const BATCH = 100;
const DAY_MS = 86_400_000;

type EraserApp = Pick<App, "clock" | "db" | "newId" | "secretBox" | "stores">;

/** How many users and projects of the backup had been erased since. */
export type ErasedAgain = Readonly<{ users: number; projects: number }>;

/** Who was erased earlier is not in the backup. A day more, because the clocks of replicas differ. */
export function firstErasureAfter(backup: Millis): Millis {
  return backup - DAY_MS;
}

/**
 * Erases who is in a restored backup and was erased after it, and remembers that they were. Call it before the restore
 * is decided: it may use several transactions. With `keep` it erases nobody, and returns how many it would have erased.
 *
 * The backup has the erasures that had happened before it. Users of one of these who are in the backup nevertheless
 * were imported again or kept, so they stay.
 */
export async function eraseAgain(
  app: EraserApp,
  recorded: readonly Erasure[],
  { backup, keep }: { backup: Millis; keep: boolean },
): Promise<ErasedAgain> {
  const since = firstErasureAfter(backup);
  const before = await keysOfBackup(app, since);
  const later = recorded.filter((row) => row.erasedAt >= since && !before.has(keyOf(row)));
  const unique = [...new Map(later.map((row) => [keyOf(row), row])).values()];
  const recordedAt = app.clock();
  for (const rows of inBatches(unique)) {
    await putErasures(
      app.db,
      rows.map((row) => ({ ...row, recordedAt })),
    );
  }
  const whole = new Set(unique.flatMap((row) => (row.userId === WHOLE_PROJECT ? row.projectId : [])));
  const projects = (await listAllProjects(app.db)).map(readProject);
  const gone = projects.filter(({ id }) => whole.has(id));
  if (!keep) await deleteProjects(app, gone);
  let users = 0;
  for (const project of projects.filter(({ id }) => !whole.has(id))) {
    const erased = unique.filter((row) => row.projectId === project.id);
    users += await eraseUsers(app, project, erased, keep);
  }
  return { users, projects: gone.length };
}

async function keysOfBackup({ db }: Pick<App, "db">, since: Millis): Promise<Set<string>> {
  const keys = new Set<string>();
  let rows = await listErasures(db, erasuresFrom(since), BATCH);
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    for (const row of rows) keys.add(keyOf(row));
    rows = await listErasures(db, last, BATCH);
  }
  return keys;
}

/** With every row, however many: nothing of them is left to a job. */
async function deleteProjects(app: EraserApp, projects: readonly Project[]): Promise<void> {
  for (const { id } of projects) await deleteProject(app, systemActor, id);
  while ((await findHiddenProject(app.db)) !== undefined) await deleteLeftovers(app.db, BATCH, app.clock());
}

async function eraseUsers(
  app: EraserApp,
  project: Project,
  erased: readonly Erasure[],
  keep: boolean,
): Promise<number> {
  // The backup may know them as disabled who were not, or the other way round.
  const banned = new Set(erased.filter((row) => row.banned === 1).map(({ userId }) => userId));
  let users = 0;
  for (const ids of inBatches([...new Set(erased.map(({ userId }) => userId))])) {
    const present = await findPresentUsers(app.db, project.id, ids);
    users += present.length;
    if (!keep) await transact(app, (app) => eraseEach(app, project, present, banned));
  }
  return users;
}

async function eraseEach(
  app: EraserApp,
  project: Project,
  userIds: readonly string[],
  banned: ReadonlySet<string>,
): Promise<void> {
  for (const id of userIds) {
    const user = { id, projectId: project.id };
    await eraseUser(app, project, user, { by: systemActor, reason: "erased_before", bans: banned.has(id) });
  }
}

function inBatches<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, n) =>
    items.slice(n * BATCH, (n + 1) * BATCH),
  );
}

function keyOf({ projectId, userId, erasedAt }: Erasure): string {
  return `${projectId} ${userId} ${erasedAt}`;
}
