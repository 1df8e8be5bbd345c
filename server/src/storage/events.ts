import type { Db, EventRow } from "./db.ts";

export async function insertEvent(db: Db, event: EventRow): Promise<void> {
  await db.insertInto("events").values(event).execute();
}
