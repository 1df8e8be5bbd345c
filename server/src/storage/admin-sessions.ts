import type { Admin, AdminSession, Db, Millis } from "./db.ts";

export type LiveAdminSession = Pick<AdminSession, "hash" | "lastUsedAt" | "endsAt">;

export async function insertAdminSession(db: Db, session: AdminSession): Promise<void> {
  await db.insertInto("adminSessions").values(session).execute();
}

/** The session that was used after `usedAfter` and has not reached its end, with its administrator. */
export async function findLiveAdminSession(
  db: Db,
  hash: string,
  now: Millis,
  usedAfter: Millis,
): Promise<{ admin: Admin; session: LiveAdminSession } | undefined> {
  const row = await db
    .selectFrom("adminSessions as session")
    .innerJoin("admins as admin", "admin.id", "session.adminId")
    .selectAll("admin")
    .select(["session.lastUsedAt", "session.endsAt"])
    .where("session.hash", "=", hash)
    .where("session.endsAt", ">", now)
    .where("session.lastUsedAt", ">", usedAfter)
    .executeTakeFirst();
  if (!row) return undefined;
  const { lastUsedAt, endsAt, ...admin } = row;
  return { admin, session: { hash, lastUsedAt, endsAt } };
}

export async function touchAdminSession(db: Db, hash: string, now: Millis): Promise<void> {
  await db.updateTable("adminSessions").set({ lastUsedAt: now }).where("hash", "=", hash).execute();
}

/** Ends the session and returns it, or returns undefined when there is none. */
export async function deleteAdminSession(db: Db, hash: string): Promise<AdminSession | undefined> {
  return db.deleteFrom("adminSessions").where("hash", "=", hash).returningAll().executeTakeFirst();
}

export async function deleteAdminSessions(db: Db, adminId: string): Promise<void> {
  await db.deleteFrom("adminSessions").where("adminId", "=", adminId).execute();
}

/** Those that reached their end or were not used after `usedAfter`. */
export async function deleteEndedAdminSessions(
  db: Db,
  now: Millis,
  usedAfter: Millis,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("adminSessions")
    .where("hash", "in", (session) =>
      session
        .selectFrom("adminSessions")
        .select("hash")
        .where((row) => row.or([row("endsAt", "<=", now), row("lastUsedAt", "<=", usedAfter)]))
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
