import type { Db, Millis, OutboxMail } from "./db.ts";

export function findMail(db: Db, id: string): Promise<OutboxMail | undefined> {
  return db.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Makes a mail due that waits or has ended unsent. False when it is being sent, was sent or was not as given any more. */
export async function retryMail(
  db: Db,
  { id, gaveUpAt }: Pick<OutboxMail, "id" | "gaveUpAt">,
  now: Millis,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("outbox")
    .set({ nextAttemptAt: now, gaveUpAt: null, endedAs: null, claimedUntil: null })
    .where("id", "=", id)
    .where("sentAt", "is", null)
    .where("gaveUpAt", "is not distinct from", gaveUpAt)
    .where((mail) => mail.or([mail("claimedUntil", "is", null), mail("claimedUntil", "<=", now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a mail that waits. False when it is being sent, or does not wait any more. */
export async function cancelMail(db: Db, id: string, now: Millis): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("outbox")
    .set({ gaveUpAt: now, endedAs: "cancelled", claimedUntil: null })
    .where("id", "=", id)
    .where("sentAt", "is", null)
    .where("gaveUpAt", "is", null)
    .where((mail) => mail.or([mail("claimedUntil", "is", null), mail("claimedUntil", "<=", now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
