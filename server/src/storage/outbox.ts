import type { Db, Millis, OutboxMail } from "./db.ts";

export async function insertOutboxMail(db: Db, mail: OutboxMail): Promise<void> {
  await db.insertInto("outbox").values(mail).execute();
}

export function listDueMail(db: Db, now: Millis, limit: number): Promise<OutboxMail[]> {
  return db
    .selectFrom("outbox")
    .selectAll()
    .where("sentAt", "is", null)
    .where("gaveUpAt", "is", null)
    .where("nextAttemptAt", "<=", now)
    .orderBy("nextAttemptAt")
    .limit(limit)
    .execute();
}

/** Takes a mail until `leaseEnds`. One statement, so of two workers only one gets it. */
export function claimMail(
  db: Db,
  mail: Pick<OutboxMail, "id" | "nextAttemptAt">,
  leaseEnds: Millis,
): Promise<OutboxMail | undefined> {
  return db
    .updateTable("outbox")
    .set((row) => ({ nextAttemptAt: leaseEnds, attempts: row("attempts", "+", 1) }))
    .where("id", "=", mail.id)
    .where("nextAttemptAt", "=", mail.nextAttemptAt)
    .where("sentAt", "is", null)
    .where("gaveUpAt", "is", null)
    .returningAll()
    .executeTakeFirst();
}
