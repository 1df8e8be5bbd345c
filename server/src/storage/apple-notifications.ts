import type { AppleNotificationRow, Db, Millis } from "./db.ts";

/** Returns false if this notification has already been applied. */
export async function insertAppleNotification(db: Db, notification: AppleNotificationRow): Promise<boolean> {
  const inserted = await db
    .insertInto("appleNotifications")
    .values(notification)
    .onConflict((conflict) => conflict.doNothing())
    .returning("jti")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteOldAppleNotifications(db: Db, before: Millis, limit: number): Promise<number> {
  const deleted = await db
    .deleteFrom("appleNotifications")
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple("projectId", "jti"),
        "in",
        selectFrom("appleNotifications as old")
          .select(["old.projectId", "old.jti"])
          .where("old.receivedAt", "<=", before)
          .limit(limit)
          .$asTuple("projectId", "jti"),
      ),
    )
    .returning("jti")
    .execute();
  return deleted.length;
}
