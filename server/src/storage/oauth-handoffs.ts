import type { Db, Millis, OauthHandoff } from "./db.ts";

export async function insertOauthHandoff(db: Db, handoff: OauthHandoff): Promise<void> {
  await db.insertInto("oauthHandoffs").values(handoff).execute();
}

export function findOauthHandoff(
  db: Db,
  projectId: string,
  codeHash: string,
): Promise<OauthHandoff | undefined> {
  return db
    .selectFrom("oauthHandoffs")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("codeHash", "=", codeHash)
    .executeTakeFirst();
}

/**
 * Marks the code as used and forgets whose account it stood for. Returns whether it was unused and
 * young enough. One statement, so of two concurrent callers only one succeeds.
 */
export async function consumeOauthHandoff(
  db: Db,
  projectId: string,
  codeHash: string,
  now: Millis,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("oauthHandoffs")
    .set({ usedAt: now, identitySealed: "" })
    .where("projectId", "=", projectId)
    .where("codeHash", "=", codeHash)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function updateOauthHandoffSession(
  db: Db,
  projectId: string,
  codeHash: string,
  sessionId: string,
): Promise<void> {
  await db
    .updateTable("oauthHandoffs")
    .set({ sessionId })
    .where("projectId", "=", projectId)
    .where("codeHash", "=", codeHash)
    .execute();
}

/** Codes that nobody has used and nobody can, and used ones that expired before `usedBefore`. */
export async function deleteExpiredOauthHandoffs(
  db: Db,
  now: Millis,
  usedBefore: Millis,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("oauthHandoffs")
    .where("codeHash", "in", (handoff) =>
      handoff
        .selectFrom("oauthHandoffs")
        .select("codeHash")
        .where("expiresAt", "<=", now)
        .where(({ or, eb }) => or([eb("usedAt", "is", null), eb("expiresAt", "<=", usedBefore)]))
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
