import type { App } from "../../app.ts";
import { deleteActiveDaysBefore } from "../../storage/active-days.ts";
import { findRollup } from "../../storage/daily-stats.ts";
import type { Millis } from "../../storage/db.ts";
import { deleteEvents, listEventsBefore, markSwept } from "../../storage/event-retention.ts";
import { listAllProjects } from "../../storage/projects.ts";
import { type Project, readProject } from "../projects/project.ts";
import { countedAgainFrom } from "./counted-again.ts";
import { dayOf } from "./days.ts";

const DAY_MS = 86_400_000;

/** How long active days and the events of the instance itself are kept. Their daily counts are kept forever. */
export const KEPT_MS = 400 * DAY_MS;

/** Deletes one batch of old events and returns how many. Call it again while it returns `limit`. */
export async function deleteOldEvents(app: Pick<App, "db">, now: Millis, limit: number): Promise<number> {
  const old = await listEventsBefore(app.db, null, now - KEPT_MS, limit);
  let deleted = await deleteEvents(app.db, null, old);
  for (const row of await listAllProjects(app.db)) {
    if (deleted >= limit) return deleted;
    deleted += await deleteOldEventsOf(app, readProject(row), now, limit - deleted);
  }
  return deleted;
}

/** Never an event that the next rollup counts, however long ago the last one was. */
async function deleteOldEventsOf(
  app: Pick<App, "db">,
  { id, settings }: Project,
  now: Millis,
  limit: number,
): Promise<number> {
  const rollup = await findRollup(app.db, id);
  if (!rollup) return 0;
  const before = Math.min(now - settings.eventRetentionDays * DAY_MS, countedAgainFrom(rollup));
  const old = await listEventsBefore(app.db, id, before, limit);
  if (old.length === 0) return 0;
  // First, so that a rollup which counts these days now notices it.
  await markSwept(app.db, id, before);
  return deleteEvents(app.db, id, old);
}

export function deleteOldActiveDays(app: Pick<App, "db">, now: Millis, limit: number): Promise<number> {
  return deleteActiveDaysBefore(app.db, dayOf(now - KEPT_MS, "UTC"), limit);
}
