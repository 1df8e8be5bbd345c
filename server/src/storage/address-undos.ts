import type { AddressUndo, Db, Millis, User } from "./db.ts";

export async function insertAddressUndo(db: Db, undo: AddressUndo): Promise<void> {
  await db.insertInto("addressUndos").values(undo).execute();
}

/** Gives the undo a link of its own, good until `expiresAt`; an older link is void from here on. */
export async function updateAddressUndoLink(
  db: Db,
  projectId: string,
  id: string,
  link: { hash: string; expiresAt: Millis },
  now: Millis,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("addressUndos")
    .set(link)
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function findAddressUndo(
  db: Db,
  projectId: string,
  hash: string,
  now: Millis,
): Promise<AddressUndo | undefined> {
  return db
    .selectFrom("addressUndos")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("hash", "=", hash)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
}

/** Takes the undo away and returns it. One statement, so of two concurrent callers only one gets it. */
export function consumeAddressUndo(
  db: Db,
  projectId: string,
  hash: string,
  now: Millis,
): Promise<AddressUndo | undefined> {
  return db
    .deleteFrom("addressUndos")
    .where("projectId", "=", projectId)
    .where("hash", "=", hash)
    .where("expiresAt", ">", now)
    .returningAll()
    .executeTakeFirst();
}

/** Of the user's changes after this one. Ids decide between two of the same moment: they are made in order. */
export async function deleteLaterAddressUndos(
  db: Db,
  { projectId, userId, changedAt, id }: AddressUndo,
): Promise<void> {
  await db
    .deleteFrom("addressUndos")
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .where((undo) =>
      undo.or([
        undo("changedAt", ">", changedAt),
        undo.and([undo("changedAt", "=", changedAt), undo("id", ">", id)]),
      ]),
    )
    .execute();
}

/** The user's earliest change that can still be undone: of all, or of those that gave this address up. */
export function findFirstAddressUndo(
  db: Db,
  { projectId, id }: Pick<User, "id" | "projectId">,
  now: Millis,
  email?: string,
): Promise<AddressUndo | undefined> {
  let query = db
    .selectFrom("addressUndos")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("userId", "=", id)
    .where("expiresAt", ">", now);
  if (email !== undefined) query = query.where("email", "=", email);
  return query.orderBy("changedAt").orderBy("id").limit(1).executeTakeFirst();
}

export async function deleteAddressUndo(
  db: Db,
  { projectId, id }: Pick<AddressUndo, "id" | "projectId">,
): Promise<void> {
  await db.deleteFrom("addressUndos").where("projectId", "=", projectId).where("id", "=", id).execute();
}

/** Whether another user than `userId` may still get this address back. */
export async function isAddressReserved(
  db: Db,
  projectId: string,
  email: string,
  userId: string,
  now: Millis,
): Promise<boolean> {
  const reserved = await db
    .selectFrom("addressUndos")
    .select("id")
    .where("projectId", "=", projectId)
    .where("email", "=", email)
    .where("userId", "!=", userId)
    .where("expiresAt", ">", now)
    .limit(1)
    .executeTakeFirst();
  return reserved !== undefined;
}

export async function deleteExpiredAddressUndos(db: Db, now: Millis, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("addressUndos")
    .where("id", "in", (undo) =>
      undo.selectFrom("addressUndos").select("id").where("expiresAt", "<=", now).limit(limit),
    )
    // Again on the row itself: its link may have been sent since it was picked.
    .where("expiresAt", "<=", now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
