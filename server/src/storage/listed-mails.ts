import type { Db, ListedMail, MailState, Millis } from "./db.ts";

/** Mails of all projects and of the instance itself in one state, newest first, after the given mail. */
export function listMails(
  db: Db,
  state: MailState,
  after: { createdAt: Millis; id: string } | undefined,
  limit: number,
): Promise<ListedMail[]> {
  let query = db
    .selectFrom("outbox")
    .leftJoin("projects", "projects.id", "outbox.projectId")
    .selectAll("outbox")
    .select("projects.slug");
  if (state === "waiting") {
    query = query.where("outbox.sentAt", "is", null).where("outbox.gaveUpAt", "is", null);
  } else {
    query = query.where(state === "failed" ? "outbox.gaveUpAt" : "outbox.relayAnswer", "is not", null);
  }
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
  let query = db
    .selectFrom("outbox")
    .select(({ fn }) => ["projectId", fn.countAll<number>().as("count")])
    .groupBy("projectId");
  if (state === "waiting") query = query.where("sentAt", "is", null).where("gaveUpAt", "is", null);
  else query = query.where(state === "failed" ? "gaveUpAt" : "relayAnswer", "is not", null);
  return query.execute();
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
