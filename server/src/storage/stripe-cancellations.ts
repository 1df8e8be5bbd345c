import type { Db, Millis, StripeCancellationRow } from "./db.ts";

/** Once for each subscription, however often it is asked for. False when it is there already. */
export async function insertStripeCancellation(
  db: Db,
  projectId: string,
  subscriptionKey: string,
  now: Millis,
): Promise<boolean> {
  const inserted = await db
    .insertInto("stripeCancellations")
    .values({
      projectId,
      subscriptionKey,
      createdAt: now,
      attempts: 0,
      nextAttemptAt: now,
      lastError: null,
      gaveUpAt: null,
    })
    .onConflict((conflict) => conflict.columns(["projectId", "subscriptionKey"]).doNothing())
    .returning("subscriptionKey")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function hasStripeCancellation(
  db: Db,
  projectId: string,
  subscriptionKey: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("stripeCancellations")
    .select("subscriptionKey")
    .where("projectId", "=", projectId)
    .where("subscriptionKey", "=", subscriptionKey)
    .executeTakeFirst();
  return row !== undefined;
}

export function listDueStripeCancellations(
  db: Db,
  now: Millis,
  limit: number,
): Promise<StripeCancellationRow[]> {
  return db
    .selectFrom("stripeCancellations")
    .selectAll()
    .where("gaveUpAt", "is", null)
    .where("nextAttemptAt", "<=", now)
    .orderBy("nextAttemptAt")
    .limit(limit)
    .execute();
}

/** Takes a cancellation until `leaseEnds`. One statement, so of two workers only one gets it. */
export function claimStripeCancellation(
  db: Db,
  { subscriptionKey, projectId, nextAttemptAt }: StripeCancellationRow,
  leaseEnds: Millis,
): Promise<StripeCancellationRow | undefined> {
  return db
    .updateTable("stripeCancellations")
    .set((row) => ({ nextAttemptAt: leaseEnds, attempts: row("attempts", "+", 1) }))
    .where("projectId", "=", projectId)
    .where("subscriptionKey", "=", subscriptionKey)
    .where("nextAttemptAt", "=", nextAttemptAt)
    .where("gaveUpAt", "is", null)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteStripeCancellation(
  db: Db,
  projectId: string,
  subscriptionKey: string,
): Promise<void> {
  await db
    .deleteFrom("stripeCancellations")
    .where("projectId", "=", projectId)
    .where("subscriptionKey", "=", subscriptionKey)
    .execute();
}

/** Says how the attempt went and when the next one is, unless another worker has claimed it since. */
export async function updateStripeCancellation(
  db: Db,
  { subscriptionKey, projectId, attempts }: StripeCancellationRow,
  changes: Pick<StripeCancellationRow, "lastError"> &
    Partial<Pick<StripeCancellationRow, "nextAttemptAt" | "gaveUpAt">>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("stripeCancellations")
    .set(changes)
    .where("projectId", "=", projectId)
    .where("subscriptionKey", "=", subscriptionKey)
    .where("attempts", "=", attempts)
    .where("gaveUpAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteGivenUpStripeCancellations(
  db: Db,
  before: Millis,
  limit: number,
): Promise<number> {
  const old = await db
    .selectFrom("stripeCancellations")
    .select(["projectId", "subscriptionKey"])
    .where("gaveUpAt", "<=", before)
    .limit(limit)
    .execute();
  for (const { projectId, subscriptionKey } of old) {
    await deleteStripeCancellation(db, projectId, subscriptionKey);
  }
  return old.length;
}
