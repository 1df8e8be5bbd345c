import type { AdminMfaChallengeRow, Db, Millis } from "./db.ts";

export async function insertAdminChallenge(db: Db, challenge: AdminMfaChallengeRow): Promise<void> {
  await db.insertInto("adminMfaChallenges").values(challenge).execute();
}

/** Undefined when there is none, or it has expired. */
export function findAdminChallenge(
  db: Db,
  hash: string,
  now: Millis,
): Promise<AdminMfaChallengeRow | undefined> {
  return db
    .selectFrom("adminMfaChallenges")
    .selectAll()
    .where("hash", "=", hash)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
}

/** Call it with the administrator locked. */
export async function updateAdminChallenge(
  db: Db,
  hash: string,
  changes: Partial<Pick<AdminMfaChallengeRow, "attempts" | "secretSealed">>,
): Promise<void> {
  await db.updateTable("adminMfaChallenges").set(changes).where("hash", "=", hash).execute();
}

export async function deleteAdminChallenge(db: Db, hash: string): Promise<void> {
  await db.deleteFrom("adminMfaChallenges").where("hash", "=", hash).execute();
}

export async function deleteAdminChallenges(db: Db, adminId: string): Promise<void> {
  await db.deleteFrom("adminMfaChallenges").where("adminId", "=", adminId).execute();
}

export async function deleteExpiredAdminChallenges(db: Db, now: Millis, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("adminMfaChallenges")
    .where("hash", "in", (challenge) =>
      challenge.selectFrom("adminMfaChallenges").select("hash").where("expiresAt", "<=", now).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
