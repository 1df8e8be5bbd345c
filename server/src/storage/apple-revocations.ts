import type { AppleRevocation, Db, Millis } from "./db.ts";

export async function insertAppleRevocation(db: Db, revocation: AppleRevocation): Promise<void> {
  await db.insertInto("appleRevocations").values(revocation).execute();
}

export function listDueAppleRevocations(db: Db, now: Millis, limit: number): Promise<AppleRevocation[]> {
  return db
    .selectFrom("appleRevocations")
    .selectAll()
    .where("gaveUpAt", "is", null)
    .where("nextAttemptAt", "<=", now)
    .orderBy("nextAttemptAt")
    .limit(limit)
    .execute();
}

/** Takes a revocation until `leaseEnds`. One statement, so of two workers only one gets it. */
export function claimAppleRevocation(
  db: Db,
  { id, projectId, nextAttemptAt }: AppleRevocation,
  leaseEnds: Millis,
): Promise<AppleRevocation | undefined> {
  return db
    .updateTable("appleRevocations")
    .set((row) => ({ nextAttemptAt: leaseEnds, attempts: row("attempts", "+", 1) }))
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("nextAttemptAt", "=", nextAttemptAt)
    .where("gaveUpAt", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** Done: nothing of the token is kept. */
export async function deleteAppleRevocation(db: Db, projectId: string, id: string): Promise<void> {
  await db.deleteFrom("appleRevocations").where("projectId", "=", projectId).where("id", "=", id).execute();
}

/** Says how the attempt went and when the next one is, unless another worker has claimed it since. */
export async function updateAppleRevocation(
  db: Db,
  { id, projectId, attempts }: AppleRevocation,
  changes: Pick<AppleRevocation, "lastError"> & Partial<Pick<AppleRevocation, "nextAttemptAt" | "gaveUpAt">>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("appleRevocations")
    .set(changes)
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("gaveUpAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteGivenUpAppleRevocations(db: Db, before: Millis, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("appleRevocations")
    .where("id", "in", (row) =>
      row.selectFrom("appleRevocations").select("id").where("gaveUpAt", "<=", before).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
