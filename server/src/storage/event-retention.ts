import type { Db, Millis } from "./db.ts";

/** The oldest events of a project, or of the instance itself. */
export async function listEventsBefore(
  db: Db,
  projectId: string | null,
  before: Millis,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("events")
    .select("id")
    .where("projectId", projectId === null ? "is" : "=", projectId)
    .where("at", "<", before)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteEvents(
  db: Db,
  projectId: string | null,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom("events")
    .where("projectId", projectId === null ? "is" : "=", projectId)
    .where("id", "in", ids)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Events of that time that tell where somebody was or with what, the oldest first. */
export function listAddressedEvents(
  db: Db,
  projectId: string,
  { from, before }: { from: Millis; before: Millis },
  limit: number,
): Promise<{ id: string; at: Millis }[]> {
  return db
    .selectFrom("events")
    .select(["id", "at"])
    .where("projectId", "=", projectId)
    .where("at", ">=", from)
    .where("at", "<", before)
    .where((event) => event.or([event("ip", "is not", null), event("userAgent", "is not", null)]))
    .orderBy("at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function eraseAddressesOfEvents(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("events")
    .set({ ip: null, userAgent: null })
    .where("projectId", "=", projectId)
    .where("id", "in", ids)
    .execute();
}

/** Events before that may be gone. It never moves back. */
export async function markSwept(db: Db, projectId: string, sweptUntil: Millis): Promise<void> {
  await db
    .updateTable("rollups")
    .set({ sweptUntil })
    .where("projectId", "=", projectId)
    .where("sweptUntil", "<", sweptUntil)
    .execute();
}

/** Events before that have lost their addresses. */
export async function markAddressesErased(
  db: Db,
  projectId: string,
  addressesErasedUntil: Millis,
): Promise<void> {
  await db.updateTable("rollups").set({ addressesErasedUntil }).where("projectId", "=", projectId).execute();
}
