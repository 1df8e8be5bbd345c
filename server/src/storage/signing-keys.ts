import type { Db, Millis, SigningKey } from "./db.ts";
import { preparedFirst } from "./prepared.ts";

export async function insertSigningKey(db: Db, key: SigningKey): Promise<void> {
  await db.insertInto("signingKeys").values(key).execute();
}

export const findActiveSigningKey = preparedFirst((db, by: { projectId: string }) =>
  db
    .selectFrom("signingKeys")
    .selectAll()
    .where("projectId", "=", by.projectId)
    .where("graceUntil", "is", null),
);

/** The keys whose tokens are still accepted, the newest first. */
export function listPublishedSigningKeys(db: Db, projectId: string, now: Millis): Promise<SigningKey[]> {
  return db
    .selectFrom("signingKeys")
    .selectAll()
    .where("projectId", "=", projectId)
    .where((key) => key.or([key("graceUntil", "is", null), key("graceUntil", ">", now)]))
    .orderBy("createdAt", "desc")
    .execute();
}

/** The active key stops signing. Tokens that it signed stay valid until `graceUntil`. */
export async function retireSigningKey(db: Db, projectId: string, graceUntil: Millis): Promise<void> {
  await db
    .updateTable("signingKeys")
    .set({ graceUntil })
    .where("projectId", "=", projectId)
    .where("graceUntil", "is", null)
    .execute();
}

export async function deleteSigningKeys(db: Db, projectId: string): Promise<void> {
  await db.deleteFrom("signingKeys").where("projectId", "=", projectId).execute();
}

/** Those whose grace is over, of one project or of all. */
export async function deleteExpiredSigningKeys(db: Db, now: Millis, projectId?: string): Promise<number> {
  let query = db.deleteFrom("signingKeys").where("graceUntil", "<=", now);
  if (projectId !== undefined) query = query.where("projectId", "=", projectId);
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}
