import type { App } from "../../app.ts";
import {
  addToStat,
  deleteStats,
  deleteStatsAfter,
  findRollup,
  insertRollup,
  insertStats,
  lockRollup,
  updateRollup,
} from "../../storage/daily-stats.ts";
import type { Millis, RollupRow } from "../../storage/db.ts";
import { listAllProjects } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import { type Project, readProject } from "../projects/project.ts";
import { ACTIVE_METRICS, countActive, countEvents, countRefreshes, EVENT_METRICS } from "./count-events.ts";
import { countUsers, USER_METRICS } from "./count-users.ts";
import { LATE_MS } from "./counted-again.ts";
import { addDays, type Day, dayOf, daysFrom, startOfDay } from "./days.ts";
import { KEPT_MS } from "./retention.ts";
import type { Tally } from "./tally.ts";

/** The metrics that are replaced when a day is counted again. */
const DAY_METRICS = [...EVENT_METRICS, ...ACTIVE_METRICS];

type RollupApp = Pick<App, "clock" | "db">;
type CountingApp = RollupApp & Pick<App, "refreshCounter">;

export type Rollup = { days: number; countedUntil: Millis };

/** Rolls up every project. When the server stops, the remaining projects wait for the next run. */
export async function rollUpAll(app: CountingApp, signal?: AbortSignal): Promise<Rollup> {
  const all: Rollup = { days: 0, countedUntil: app.clock() };
  for (const row of await listAllProjects(app.db)) {
    if (signal?.aborted) break;
    const { days, countedUntil } = await rollUp(app, readProject(row), signal);
    all.days += days;
    all.countedUntil = Math.min(all.countedUntil, countedUntil);
  }
  return all;
}

/**
 * Counts whole days again, from the last counted day until today; after a change of the time zone, all days whose
 * events are still kept. It is idempotent and may run concurrently.
 */
export async function rollUp(app: CountingApp, project: Project, signal?: AbortSignal): Promise<Rollup> {
  await app.refreshCounter.flush();
  await insertRollup(app.db, project.id);
  for (;;) {
    const before = await findRollup(app.db, project.id);
    if (!before) return { days: 0, countedUntil: app.clock() }; // the project was deleted meanwhile
    const done = await countDays(app, project, before, signal);
    if (done) return done;
  }
}

/** Returns undefined when a concurrent rollup of the project was faster, so that this one read old data. */
async function countDays(
  app: RollupApp,
  project: Project,
  before: RollupRow,
  signal: AbortSignal | undefined,
): Promise<Rollup | undefined> {
  const { timezone } = project.settings;
  const until = Math.max(app.clock(), before.countedUntil);
  const today = dayOf(until, timezone);
  const days = daysFrom(firstDay(project, before), today);
  const withActive = addDays(dayOf(until - KEPT_MS, timezone), 1);
  for (const day of days) {
    if (signal?.aborted) return { days: 0, countedUntil: before.countedUntil };
    const start = startOfDay(day, timezone);
    const end = Math.min(startOfDay(addDays(day, 1), timezone), until);
    const counts = await countEvents(app, project.id, start, end);
    // Before that day the active users are deleted, and what was counted of them stays.
    const isWithActive = day >= withActive;
    if (isWithActive) counts.include(await countActive(app, project.id, day));
    const isSaved = await whileUnchanged(
      app,
      before,
      (app) => replaceStats(app, project.id, day, isWithActive ? DAY_METRICS : [...EVENT_METRICS], counts),
      start,
    );
    if (!isSaved) return undefined;
  }

  const refreshes = await refreshesByDay(app, project, before, until);
  const users = await countUsers(app, project);
  const isSaved = await whileUnchanged(app, before, async (app) => {
    for (const [day, value] of refreshes) {
      await addToStat(app.db, { projectId: project.id, metric: "refreshes", day, key: "", value });
    }
    await replaceStats(app, project.id, today, USER_METRICS, users);
    await deleteStatsAfter(app.db, project.id, [...DAY_METRICS, ...USER_METRICS], today);
    await updateRollup(app.db, project.id, { timezone, countedUntil: until });
  });
  return isSaved ? { days: days.length, countedUntil: until } : undefined;
}

function firstDay({ settings: { timezone }, createdAt }: Project, before: RollupRow): Day {
  // Nothing from then on is deleted before it is counted, see `countedAgainFrom`.
  if (before.timezone === timezone) return dayOf(before.countedUntil - LATE_MS, timezone);
  const first = dayOf(createdAt, timezone);
  if (before.sweptUntil === 0) return first;
  // Some events of the oldest day are already deleted, so its stored count is the correct one.
  const oldest = addDays(dayOf(before.sweptUntil, timezone), 1);
  return first > oldest ? first : oldest;
}

/**
 * Token refreshes are not recorded as events, and their tokens are deleted soon. So each is counted once, while its
 * token exists, and added to its day.
 */
async function refreshesByDay(
  app: RollupApp,
  project: Project,
  before: RollupRow,
  until: Millis,
): Promise<[Day, number][]> {
  const { timezone } = project.settings;
  const since = Math.max(before.countedUntil, project.createdAt, until - KEPT_MS);
  const found: [Day, number][] = [];
  for (const day of daysFrom(dayOf(since, timezone), dayOf(until, timezone))) {
    const from = Math.max(since, startOfDay(day, timezone));
    const to = Math.min(until, startOfDay(addDays(day, 1), timezone));
    const count = await countRefreshes(app, project.id, from, to);
    if (count > 0) found.push([day, count]);
  }
  return found;
}

/**
 * Saves in a transaction, unless another rollup has finished since `before` was read, or events after `countedFrom` were
 * deleted.
 */
function whileUnchanged(
  app: RollupApp,
  before: RollupRow,
  save: (app: RollupApp) => Promise<void>,
  countedFrom: Millis = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  return transact(app, async (app) => {
    const now = await lockRollup(app.db, before.projectId);
    if (now?.countedUntil !== before.countedUntil || now.timezone !== before.timezone) return false;
    if (now.sweptUntil > countedFrom && now.sweptUntil > before.sweptUntil) return false;
    await save(app);
    return true;
  });
}

async function replaceStats(
  app: Pick<App, "db">,
  projectId: string,
  day: Day,
  metrics: readonly string[],
  counts: Tally,
): Promise<void> {
  await deleteStats(app.db, projectId, metrics, day);
  await insertStats(app.db, counts.rows(projectId, day));
}
