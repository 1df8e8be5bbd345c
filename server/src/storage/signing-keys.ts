import type { Db, Millis, SigningKey } from "./db.ts";

export async function insertSigningKey(db: Db, key: SigningKey): Promise<void> {
  await db.insertInto("signingKeys").values(key).execute();
}

export function findActiveSigningKey(db: Db, projectId: string): Promise<SigningKey | undefined> {
  return db
    .selectFrom("signingKeys")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("graceUntil", "is", null)
    .executeTakeFirst();
}

/** The keys whose tokens are still good: the active one first, then those in their grace. */
export function listPublishedSigningKeys(db: Db, projectId: string, now: Millis): Promise<SigningKey[]> {
  return db
    .selectFrom("signingKeys")
    .selectAll()
    .where("projectId", "=", projectId)
    .where((key) => key.or([key("graceUntil", "is", null), key("graceUntil", ">", now)]))
    .orderBy("createdAt", "desc")
    .execute();
}

/** A key of the project whose tokens are still good at this moment. */
export function findPublishedSigningKey(
  db: Db,
  projectId: string,
  kid: string,
  now: Millis,
): Promise<SigningKey | undefined> {
  return db
    .selectFrom("signingKeys")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("kid", "=", kid)
    .where((key) => key.or([key("graceUntil", "is", null), key("graceUntil", ">", now)]))
    .executeTakeFirst();
}
