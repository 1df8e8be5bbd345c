import type { Db, Millis, OutboxMail, User } from "./db.ts";
import { engineOf } from "./engine.ts";

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
    .set((row) => ({ nextAttemptAt: leaseEnds, claimedUntil: leaseEnds, attempts: row("attempts", "+", 1) }))
    .where("id", "=", mail.id)
    .where("nextAttemptAt", "=", mail.nextAttemptAt)
    .where("sentAt", "is", null)
    .where("gaveUpAt", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** Mails of these kinds that have not left yet. Most name the recipient only, some the user. */
export async function deleteQueuedMail(
  db: Db,
  projectId: string,
  { id, email }: Pick<User, "id" | "email">,
  kinds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("outbox")
    .where("projectId", "=", projectId)
    .where("kind", "in", kinds)
    .where("sentAt", "is", null)
    .where("gaveUpAt", "is", null)
    .where((mail) =>
      mail.or([
        mail("userId", "=", id),
        mail.and([mail("userId", "is", null), mail("recipient", "=", email ?? "")]),
      ]),
    )
    .execute();
}

/** Whether this attempt still owns the email; if so, no other transaction can delete it before this one ends. */
export async function keepClaimedMail(db: Db, mail: Pick<OutboxMail, "id" | "attempts">): Promise<boolean> {
  const row = await db
    .selectFrom("outbox")
    .select("id")
    .where("id", "=", mail.id)
    .where("attempts", "=", mail.attempts)
    .where("sentAt", "is", null)
    .where("gaveUpAt", "is", null)
    .modifyEnd(engineOf(db).rowLock("for update"))
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the same mail was asked for again after this one and is still to be sent. */
export async function hasNewerMail(db: Db, mail: OutboxMail): Promise<boolean> {
  const newer = await newerThan(db, mail)
    .where("sentAt", "is", null)
    .where("userId", "is not distinct from", mail.userId)
    .executeTakeFirst();
  return newer !== undefined;
}

/** Whether a mail with the same detail was asked for after this one, sent or still to be sent. */
export async function hasNewerMailAbout(db: Db, mail: OutboxMail): Promise<boolean> {
  const newer = await newerThan(db, mail).where("detail", "=", mail.detail).executeTakeFirst();
  return newer !== undefined;
}

function newerThan(db: Db, mail: OutboxMail) {
  return db
    .selectFrom("outbox")
    .select("id")
    .where("gaveUpAt", "is", null)
    .where("projectId", "is not distinct from", mail.projectId)
    .where("kind", "=", mail.kind)
    .where("recipient", "=", mail.recipient)
    .where((row) =>
      row.or([
        row("createdAt", ">", mail.createdAt),
        row.and([row("createdAt", "=", mail.createdAt), row("id", ">", mail.id)]),
      ]),
    )
    .limit(1);
}

/**
 * The relay accepted the email, with this answer, or there was nothing to send. Also applies when the lease was lost
 * since.
 */
export async function finishMail(db: Db, id: string, now: Millis, relayAnswer: string | null): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ sentAt: now, lastError: null, relayAnswer, claimedUntil: null })
    .where("id", "=", id)
    .where("sentAt", "is", null)
    .where("gaveUpAt", "is", null)
    .execute();
}

/** Says when to try again, unless another worker has claimed the mail since. */
export async function retryMailAt(
  db: Db,
  mail: Pick<OutboxMail, "id" | "attempts">,
  nextAttemptAt: Millis,
  lastError: string,
): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ nextAttemptAt, lastError, claimedUntil: null })
    .where("id", "=", mail.id)
    .where("attempts", "=", mail.attempts)
    .where("sentAt", "is", null)
    .where("gaveUpAt", "is", null)
    .execute();
}

/** Makes mails due that wait for an attempt after `after`, and returns how many. One that is being sent is left alone. */
export async function retryWaitingMails(db: Db, after: Millis, now: Millis): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("outbox")
    .set({ nextAttemptAt: now })
    .where("sentAt", "is", null)
    .where("gaveUpAt", "is", null)
    .where("nextAttemptAt", ">", after)
    .where((mail) => mail.or([mail("claimedUntil", "is", null), mail("claimedUntil", "<=", now)]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Ends the attempts; false when another worker has claimed the mail since, or finished it. */
export async function giveUpMail(
  db: Db,
  mail: Pick<OutboxMail, "id" | "attempts">,
  gaveUpAt: Millis,
  lastError: string,
  endedAs: OutboxMail["endedAs"] = null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("outbox")
    .set({ gaveUpAt, lastError, endedAs, claimedUntil: null })
    .where("id", "=", mail.id)
    .where("attempts", "=", mail.attempts)
    .where("sentAt", "is", null)
    .where("gaveUpAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finished before `before`. Such a mail was created before then, too, and by that it is found. */
export async function deleteSentMail(db: Db, before: Millis, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("outbox")
    .where("id", "in", (mail) =>
      mail
        .selectFrom("outbox")
        .select("id")
        .where("createdAt", "<=", before)
        .where("sentAt", "<=", before)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteGivenUpMail(db: Db, before: Millis, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("outbox")
    .where("id", "in", (mail) =>
      mail
        .selectFrom("outbox")
        .select("id")
        .where("createdAt", "<=", before)
        .where("gaveUpAt", "<=", before)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Mails that have not left yet, and those that the relay never took. */
export async function countOutbox(db: Db): Promise<{ waiting: number; gaveUp: number }> {
  const rows = await db
    .selectFrom("outbox")
    .select(({ fn, eb }) => [
      fn.countAll<number>().as("all"),
      fn.count<number>(eb.ref("gaveUpAt")).as("gaveUp"),
    ])
    .where("sentAt", "is", null)
    .where("endedAs", "is", null)
    .executeTakeFirstOrThrow();
  return { waiting: Number(rows.all) - Number(rows.gaveUp), gaveUp: Number(rows.gaveUp) };
}
