import type { App } from "../../app.ts";
import { insertEvents } from "../../storage/events.ts";
import { transact } from "../../storage/transact.ts";
import { deleteStaleGuests as deleteBatch } from "../../storage/users.ts";
import { newEvent, systemActor } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";

const DAY_MS = 86_400_000;
/** Small, so that whoever refreshes meanwhile hardly waits. */
const BATCH = 200;

/** Deletes the guests whom nobody has seen for as long as the project keeps them. Returns how many. */
export async function deleteStaleGuests(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
): Promise<number> {
  const days = project.settings.guestRetentionDays;
  if (days === 0) return 0;
  const before = app.clock() - days * DAY_MS;
  for (let total = 0; ; ) {
    const deleted = await transact(app, async (app) => {
      const ids = await deleteBatch(app.db, project.id, before, BATCH);
      const about = {
        kind: "user.deleted",
        projectId: project.id,
        by: systemActor,
        data: { reason: "guest_retention" },
      };
      await insertEvents(
        app.db,
        ids.map((userId) => newEvent(app, { ...about, userId })),
      );
      return ids.length;
    });
    total += deleted;
    if (deleted < BATCH) return total;
  }
}
