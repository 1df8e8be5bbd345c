import type { App } from "../../app.ts";
import { deleteActiveDaysBefore } from "../../storage/active-days.ts";
import type { Millis } from "../../storage/db.ts";
import { deleteEventsBefore } from "../../storage/events.ts";
import { listAllProjects } from "../../storage/projects.ts";
import { dayOf } from "./days.ts";

/** How long events (with the audit log) and active days are kept. Their daily counts are kept forever. */
export const KEPT_MS = 400 * 86_400_000;

/** Deletes one batch of old events and returns how many. Call it again while it returns `limit`. */
export async function deleteOldEvents(app: Pick<App, "db">, now: Millis, limit: number): Promise<number> {
  const projects = await listAllProjects(app.db);
  let deleted = 0;
  for (const projectId of [null, ...projects.map(({ id }) => id)]) {
    deleted += await deleteEventsBefore(app.db, projectId, now - KEPT_MS, limit - deleted);
    if (deleted >= limit) return deleted;
  }
  return deleted;
}

export function deleteOldActiveDays(app: Pick<App, "db">, now: Millis, limit: number): Promise<number> {
  return deleteActiveDaysBefore(app.db, dayOf(now - KEPT_MS, "UTC"), limit);
}
