import type { Db, Millis, UnsentMail, UnsentState } from "./db.ts";

/** Mails of all projects and of the instance itself in one state, newest first, after the given mail. */
export function listUnsentMail(
  db: Db,
  state: UnsentState,
  after: { createdAt: Millis; id: string } | undefined,
  limit: number,
): Promise<UnsentMail[]> {
  let query = db
    .selectFrom("outbox")
    .leftJoin("projects", "projects.id", "outbox.projectId")
    .selectAll("outbox")
    .select("projects.slug");
  query =
    state === "waiting"
      ? query.where("outbox.sentAt", "is", null).where("outbox.gaveUpAt", "is", null)
      : query.where("outbox.gaveUpAt", "is not", null);
  if (after) {
    query = query
      .where("outbox.createdAt", "<=", after.createdAt)
      .where((mail) =>
        mail.or([mail("outbox.createdAt", "<", after.createdAt), mail("outbox.id", "<", after.id)]),
      );
  }
  return query.orderBy("outbox.createdAt", "desc").orderBy("outbox.id", "desc").limit(limit).execute();
}
