import type { App } from "../../app.ts";
import { insertEvents } from "../../storage/events.ts";
import { listAllProjects } from "../../storage/projects.ts";
import { deleteLockedGuests, listBuyersAmong, lockStaleGuests } from "../../storage/stale-guests.ts";
import { transact } from "../../storage/transact.ts";
import { findAddressesOf, forgetUsers } from "../accounts/forget-users.ts";
import { newEvent, systemActor } from "../analytics/record-event.ts";
import { leaveSubscriptions } from "../billing/leave-subscriptions.ts";
import { type Project, readProject } from "../projects/project.ts";

const DAY_MS = 86_400_000;
/** Small, so that concurrent token refreshes hardly wait. */
const BATCH = 200;

type GuestApp = Pick<App, "clock" | "db" | "newId" | "stores">;

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
  for (let isMore = true; isMore && !signal?.aborted; ) {
    const batch = await transact(app, (app) => deleteBatch(app, project, before));
    total += batch.deleted;
    isMore = batch.isMore;
  }
  return total;
}

async function deleteBatch(
  app: GuestApp,
  project: Project,
  before: number,
): Promise<{ deleted: number; isMore: boolean }> {
  const { stale, seen, isFull } = await lockStaleGuests(app.db, project.id, before, BATCH);
  const addresses = await findAddressesOf(app, project.id, stale);
  for (const userId of await listBuyersAmong(app.db, project.id, stale)) {
    await leaveSubscriptions(app, project, userId);
  }
  await deleteLockedGuests(app.db, project.id, stale);
  await forgetUsers(app, project.id, stale, addresses, { isBanned: false });
  const about = {
    kind: "user.deleted" as const,
    projectId: project.id,
    by: systemActor,
    data: { reason: "guest_retention" },
  };
  const events = stale.map((userId) => newEvent(app, { ...about, userId }));
  await insertEvents(app.db, events);
  return { deleted: stale.length, isMore: isFull && stale.length + seen > 0 };
}
