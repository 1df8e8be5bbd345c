import type { Db, Millis } from "./db.ts";

/** Bans these together. What was banned before belongs to this ban from now on. */
export async function insertBan(
  db: Db,
  projectId: string,
  hashes: readonly string[],
  ban: { id: string; now: Millis },
): Promise<void> {
  const rows = hashes.map((hash) => ({ projectId, hash, banId: ban.id, bannedAt: ban.now }));
  await db
    .insertInto("bannedAddresses")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["projectId", "hash"]).doUpdateSet({ banId: ban.id, bannedAt: ban.now }),
    )
    .execute();
}

/** Which of these are banned. */
export async function listBanned(db: Db, projectId: string, hashes: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("bannedAddresses")
    .select("hash")
    .where("projectId", "=", projectId)
    .where("hash", "in", hashes)
    .execute();
  return rows.map(({ hash }) => hash);
}

/** Lifts every ban that one of these belongs to, with everything that was banned together. Returns whether there was one. */
export async function deleteBansOf(db: Db, projectId: string, hashes: readonly string[]): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("bannedAddresses")
    .where("projectId", "=", projectId)
    .where("banId", "in", (db) =>
      db
        .selectFrom("bannedAddresses as named")
        .select("named.banId")
        .where("named.projectId", "=", projectId)
        .where("named.hash", "in", hashes),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteProjectBans(db: Db, projectId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("bannedAddresses")
    .where("projectId", "=", projectId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
