import type { App } from "../../app.ts";
import { deleteActiveDaysBefore } from "../../storage/active-days.ts";
import type { Millis } from "../../storage/db.ts";
import { deleteEventsBefore } from "../../storage/events.ts";
import { listAllProjects } from "../../storage/projects.ts";
import { dayOf } from "./days.ts";

/** Events, the audit log among them, and active days. What was counted of them stays. */
export const KEPT_MS = 400 * 86_400_000;

/** One batch of events that are too old. Returns how many; `limit` or more: ask again. */
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
