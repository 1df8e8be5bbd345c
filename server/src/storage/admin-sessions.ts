import type { Admin, AdminSession, Db, Millis } from "./db.ts";
import { engineOf } from "./engine.ts";

export type LiveAdminSession = Pick<
  AdminSession,
  "hash" | "id" | "lastUsedAt" | "endsAt" | "provenAt" | "factorProvenAt"
>;

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
    .select([
      "session.id as sessionId",
      "session.lastUsedAt",
      "session.endsAt",
      "session.provenAt",
      "session.factorProvenAt",
    ])
    .where("session.hash", "=", hash)
    .where("session.endsAt", ">", now)
    .where("session.lastUsedAt", ">", usedAfter)
    .executeTakeFirst();
  if (!row) return undefined;
  const { sessionId: id, lastUsedAt, endsAt, provenAt, factorProvenAt, ...admin } = row;
  return { admin, session: { hash, id, lastUsedAt, endsAt, provenAt, factorProvenAt } };
}

/** The session if it has not ended; it stays so until the transaction ends. */
export async function holdAdminSession(
  db: Db,
  adminId: string,
  hash: string,
  now: Millis,
): Promise<AdminSession | undefined> {
  return db
    .selectFrom("adminSessions")
    .selectAll()
    .where("hash", "=", hash)
    .where("adminId", "=", adminId)
    .where("endsAt", ">", now)
    .modifyEnd(engineOf(db).rowLock("for key share"))
    .executeTakeFirst();
}

/** Last used first. */
export async function listLiveAdminSessions(
  db: Db,
  adminId: string,
  now: Millis,
  usedAfter: Millis,
  limit: number,
): Promise<AdminSession[]> {
  return db
    .selectFrom("adminSessions")
    .selectAll()
    .where("adminId", "=", adminId)
    .where("endsAt", ">", now)
    .where("lastUsedAt", ">", usedAfter)
    .orderBy("lastUsedAt", "desc")
    .orderBy("hash")
    .limit(limit)
    .execute();
}

export async function touchAdminSession(db: Db, hash: string, now: Millis): Promise<void> {
  await db.updateTable("adminSessions").set({ lastUsedAt: now }).where("hash", "=", hash).execute();
}

/** Notes that the password, a passkey or a factor was proven. Returns undefined when the session has ended. */
export async function proveAdminSession(
  db: Db,
  hash: string,
  now: Millis,
  isFactor: boolean,
): Promise<{ provenAt: Millis } | undefined> {
  return db
    .updateTable("adminSessions")
    .set({ provenAt: now, ...(isFactor && { factorProvenAt: now }) })
    .where("hash", "=", hash)
    .where("endsAt", ">", now)
    .returning("provenAt")
    .executeTakeFirst();
}

/** Notes that the app was enrolled with one of its codes. The sign-in becomes no more recent by it. */
export async function noteFactorProven(db: Db, hash: string, now: Millis): Promise<void> {
  await db.updateTable("adminSessions").set({ factorProvenAt: now }).where("hash", "=", hash).execute();
}

/** Ends the session with this id if it is the administrator's, and returns it. */
export async function deleteAdminSessionById(
  db: Db,
  adminId: string,
  id: string,
): Promise<AdminSession | undefined> {
  return db
    .deleteFrom("adminSessions")
    .where("adminId", "=", adminId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** Ends the session and returns it, or returns undefined when there is none. */
export async function deleteAdminSession(db: Db, hash: string): Promise<AdminSession | undefined> {
  return db.deleteFrom("adminSessions").where("hash", "=", hash).returningAll().executeTakeFirst();
}

/** Ends the sessions that a passkey has opened, except this one. */
export async function deleteAdminSessionsOfPasskey(
  db: Db,
  adminId: string,
  passkeyId: string,
  keptHash: string,
): Promise<void> {
  await db
    .deleteFrom("adminSessions")
    .where("adminId", "=", adminId)
    .where("passkeyId", "=", passkeyId)
    .where("hash", "!=", keptHash)
    .execute();
}

/** Ends all but this one. */
export async function deleteOtherAdminSessions(db: Db, adminId: string, keptHash: string): Promise<void> {
  await db.deleteFrom("adminSessions").where("adminId", "=", adminId).where("hash", "!=", keptHash).execute();
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
