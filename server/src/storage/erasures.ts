import type { Selectable } from "kysely";
import type { Db, ErasureRow, Millis } from "./db.ts";
import { engineOf } from "./engine.ts";

export type Erasure = Selectable<ErasureRow>;

/** Where an erasure is in their order. */
export type ErasurePlace = Omit<Erasure, "banned">;

/** In place of a user: the project with everybody in it. */
export const WHOLE_PROJECT = "";

/** Call it in the transaction that erases these users. */
export async function insertErasures(
  db: Db,
  projectId: string,
  userIds: readonly string[],
  { at, isBanned }: { at: Millis; isBanned: boolean },
): Promise<void> {
  const about = { projectId, recordedAt: at, erasedAt: at, banned: isBanned ? 1 : 0 };
  await putErasures(
    db,
    userIds.map((userId) => ({ ...about, userId })),
  );
}

export async function putErasures(db: Db, erasures: readonly Erasure[]): Promise<void> {
  if (erasures.length === 0) return;
  await db
    .insertInto("erasures")
    .values([...erasures])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Of every project, in the order in which they were written, after the given one. */
export function listErasures(db: Db, after: ErasurePlace, limit: number): Promise<Erasure[]> {
  return db
    .selectFrom("erasures")
    .selectAll()
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple("recordedAt", "projectId", "userId", "erasedAt"),
        ">",
        tuple(after.recordedAt, after.projectId, after.userId, after.erasedAt),
      ),
    )
    .orderBy("recordedAt")
    .orderBy("projectId")
    .orderBy("userId")
    .orderBy("erasedAt")
    .limit(limit)
    .execute();
}

/** The place before the first erasure that was written at this time. */
export function erasuresFrom(recordedAt: Millis): ErasurePlace {
  return { recordedAt, projectId: "", userId: "", erasedAt: 0 };
}

/** Deletes one batch of old rows, of every project. Returns how many. Call it again while it returns `limit`. */
export async function deleteErasuresBefore(db: Db, before: Millis, limit: number): Promise<number> {
  const old = await db
    .selectFrom("erasures")
    .selectAll()
    .where("recordedAt", "<", before)
    .orderBy("recordedAt")
    .limit(limit)
    .execute();
  const last = old.at(-1);
  if (!last) return 0;
  const { numDeletedRows } = await db
    .deleteFrom("erasures")
    .where("recordedAt", "<=", last.recordedAt)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Which of these users are in the database. */
export async function findPresentUsers(
  db: Db,
  projectId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("projectId", "=", projectId)
    .where("id", "in", [...userIds])
    .execute();
  return rows.map(({ id }) => id);
}

/** A database of an older version has none. */
export function hasErasures(db: Db): Promise<boolean> {
  return engineOf(db).hasTable(db, "erasures");
}
