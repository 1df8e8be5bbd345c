import type { ExpressionBuilder } from "kysely";
import type { Db, ListedMail, MailState, Millis, Tables } from "./db.ts";

/** Only mails of this project, null for those of the instance itself, and to this address. */
export type MailFilter = Readonly<{ projectId?: string | null; recipient?: string }>;

/** Mails of all projects and of the instance itself in one state, newest first, after the given mail. */
export function listMails(
  db: Db,
  state: MailState,
  filter: MailFilter,
  after: { createdAt: Millis; id: string } | undefined,
  limit: number,
): Promise<ListedMail[]> {
  let query = db
    .selectFrom("outbox")
    .leftJoin("projects", "projects.id", "outbox.projectId")
    .selectAll("outbox")
    .select("projects.slug")
    .where((mail) => isInState(mail, state));
  if (filter.projectId !== undefined) {
    query = query.where("outbox.projectId", "is not distinct from", filter.projectId);
  }
  if (filter.recipient !== undefined) query = query.where("outbox.recipient", "=", filter.recipient);
  if (after) {
    query = query
      .where("outbox.createdAt", "<=", after.createdAt)
      .where((mail) =>
        mail.or([mail("outbox.createdAt", "<", after.createdAt), mail("outbox.id", "<", after.id)]),
      );
  }
  return query.orderBy("outbox.createdAt", "desc").orderBy("outbox.id", "desc").limit(limit).execute();
}

/** How many mails of each project, and of the instance itself, are in a state. */
export function countMails(db: Db, state: MailState): Promise<{ projectId: string | null; count: number }[]> {
  return db
    .selectFrom("outbox")
    .select(({ fn }) => ["projectId", fn.countAll<number>().as("count")])
    .where((mail) => isInState(mail, state))
    .groupBy("projectId")
    .execute();
}

/** Each begins with what an index is limited to. */
function isInState(mail: ExpressionBuilder<Pick<Tables, "outbox">, "outbox">, state: MailState) {
  const ended = mail("outbox.gaveUpAt", "is not", null);
  const conditions = {
    waiting: [mail("outbox.sentAt", "is", null), mail("outbox.gaveUpAt", "is", null)],
    sent: [mail("outbox.relayAnswer", "is not", null)],
    failed: [ended, mail("outbox.endedAs", "is", null)],
    cancelled: [ended, mail("outbox.endedAs", "=", "cancelled")],
    suppressed: [ended, mail("outbox.endedAs", "=", "suppressed")],
  } as const;
  return mail.and([...conditions[state]]);
}

export async function findOldestWaitingMail(
  db: Db,
): Promise<{ waiting: number; oldestAt: Millis | undefined }> {
  const row = await db
    .selectFrom("outbox")
    .select(({ fn }) => [
      fn.countAll<number>().as("waiting"),
      fn.min("createdAt").$castTo<Millis | null>().as("oldestAt"),
    ])
    .where("sentAt", "is", null)
    .where("gaveUpAt", "is", null)
    .executeTakeFirstOrThrow();
  return { waiting: Number(row.waiting), oldestAt: row.oldestAt ?? undefined };
}
