import type { App } from "../../app.ts";
import { insertErasures } from "../../storage/erasures.ts";
import { erasePersonalEventData, insertEvents } from "../../storage/events.ts";
import { listAllProjects } from "../../storage/projects.ts";
import { deleteStaleGuests as deleteBatch, type GuestBatch } from "../../storage/stale-guests.ts";
import { transact } from "../../storage/transact.ts";
import { newEvent, systemActor } from "../analytics/record-event.ts";
import { type Project, readProject } from "../projects/project.ts";

const DAY_MS = 86_400_000;
/** Small, so that concurrent token refreshes hardly wait. */
const BATCH = 200;

type GuestApp = Pick<App, "clock" | "db" | "newId">;

/** Covers every project. When the server stops, the remaining projects wait for the next run. */
export async function deleteAllStaleGuests(app: GuestApp, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (const row of await listAllProjects(app.db)) {
    if (signal?.aborted) break;
    total += await deleteStaleGuests(app, readProject(row), signal);
  }
  return total;
}

/** Deletes the guests who were inactive for the project's retention period. Returns how many. */
export async function deleteStaleGuests(
  app: GuestApp,
  project: Project,
  signal?: AbortSignal,
): Promise<number> {
  const days = project.settings.guestRetentionDays;
  if (days === 0) return 0;
  const before = app.clock() - days * DAY_MS;
  let total = 0;
  let isMore = true;
  while (isMore && !signal?.aborted) {
    const batch = await transact(app, (app) => deleteOneBatch(app, project, before));
    total += batch.deleted.length;
    isMore = batch.isMore;
  }
  return total;
}

async function deleteOneBatch(app: GuestApp, project: Project, before: number): Promise<GuestBatch> {
  const batch = await deleteBatch(app.db, project.id, before, BATCH);
  await insertErasures(app.db, project.id, batch.deleted, app.clock());
  await erasePersonalEventData(app.db, project.id, batch.deleted);
  const about = {
    kind: "user.deleted" as const,
    projectId: project.id,
    by: systemActor,
    data: { reason: "guest_retention" },
  };
  const events = batch.deleted.map((userId) => newEvent(app, { ...about, userId }));
  await insertEvents(app.db, events);
  return batch;
}
