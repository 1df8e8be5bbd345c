import type { Db, Millis, User } from "./db.ts";

/** Users whose deletion is due, the first that was due first. `skips` are left out. */
export function listDueDeletions(
  db: Db,
  projectId: string,
  now: Millis,
  { limit, skips }: { limit: number; skips: readonly string[] },
): Promise<Pick<User, "id" | "projectId" | "deletionReason">[]> {
  let query = db
    .selectFrom("users")
    .select(["id", "projectId", "deletionReason"])
    .where("projectId", "=", projectId)
    .where("deletionDueAt", "<=", now);
  if (skips.length > 0) query = query.where("id", "not in", skips);
  return query.orderBy("deletionDueAt").limit(limit).execute();
}

/** Of all projects. Who was to be deleted earlier is deleted at that time. */
export async function postponeDeletions(db: Db, until: Millis): Promise<void> {
  await db
    .updateTable("users")
    .set({ deletionDueAt: until })
    .where("deletionDueAt", "is not", null)
    .where("deletionDueAt", "<", until)
    .execute();
}
