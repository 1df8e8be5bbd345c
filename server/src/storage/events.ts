import type { Db, EventRow } from "./db.ts";

export async function insertEvents(db: Db, events: readonly EventRow[]): Promise<void> {
  if (events.length > 0) await db.insertInto("events").values(events).execute();
}

/** Keeps that something happened and when, and forgets from where and with what. */
export async function erasePersonalEventData(db: Db, projectId: string, userId: string): Promise<void> {
  await db
    .updateTable("events")
    .set({ ip: null, data: "{}" })
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .execute();
}
