import type { Db, Millis, UserNoteRow } from "./db.ts";

export async function insertUserNote(db: Db, note: UserNoteRow): Promise<void> {
  await db.insertInto("userNotes").values(note).execute();
}

/** Newest first. */
export function listUserNotes(
  db: Db,
  projectId: string,
  userId: string,
  after: { createdAt: Millis; id: string } | undefined,
  limit: number,
): Promise<UserNoteRow[]> {
  let query = db
    .selectFrom("userNotes")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("userId", "=", userId);
  if (after) {
    query = query
      .where("createdAt", "<=", after.createdAt)
      .where((note) => note.or([note("createdAt", "<", after.createdAt), note("id", "<", after.id)]));
  }
  return query.orderBy("createdAt", "desc").orderBy("id", "desc").limit(limit).execute();
}

export async function countUserNotes(db: Db, projectId: string, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("userNotes")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function deleteUserNote(
  db: Db,
  projectId: string,
  userId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("userNotes")
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
