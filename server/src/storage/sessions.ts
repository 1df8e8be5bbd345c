import { sql } from "kysely";
import type { Db, LiveSession, Millis, Session } from "./db.ts";
import { engineOf } from "./engine.ts";

/** The session if it has neither ended nor been revoked. */
export function findLiveSession(
  db: Db,
  projectId: string,
  id: string,
  now: Millis,
): Promise<Session | undefined> {
  return db
    .selectFrom("sessions")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .where("endsAt", ">", now)
    .executeTakeFirst();
}

/** The user's live sessions, the most recently used first. */
export function listLiveSessions(
  db: Db,
  projectId: string,
  userId: string,
  now: Millis,
): Promise<LiveSession[]> {
  return db
    .selectFrom("sessions")
    .leftJoin("refreshTokens as token", (join) =>
      join.onRef("token.sessionId", "=", "sessions.id").on("token.consumedAt", "is", null),
    )
    .selectAll("sessions")
    .select((row) => row.fn.coalesce("sessions.tokenExpiresAt", "token.expiresAt").as("expiresAt"))
    .where("sessions.projectId", "=", projectId)
    .where("sessions.userId", "=", userId)
    .where("sessions.revokedAt", "is", null)
    .where("sessions.endsAt", ">", now)
    .where((row) => row(row.fn.coalesce("sessions.tokenExpiresAt", "token.expiresAt"), ">", now))
    .$narrowType<{ expiresAt: Millis }>()
    .orderBy("sessions.lastUsedAt", "desc")
    .orderBy("sessions.id", "desc")
    .execute();
}

/** Marks a live session as used now and locks it until the transaction ends. */
export function touchSession(
  db: Db,
  projectId: string,
  id: string,
  now: Millis,
): Promise<Session | undefined> {
  return db
    .updateTable("sessions")
    .set({ lastUsedAt: now })
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .where("endsAt", ">", now)
    .returningAll()
    .executeTakeFirst();
}

export type Revocation = { reason: string; now: Millis };

/** After this no refresh of the session is answered again. */
function revocation({ reason, now }: Revocation) {
  return { revokedAt: now, revokedReason: reason, replay: null };
}

export function revokeSession(
  db: Db,
  projectId: string,
  id: string,
  { reason, now }: Revocation,
): Promise<Session | undefined> {
  return db
    .updateTable("sessions")
    .set(revocation({ reason, now }))
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** Ends every session of the user but the one to keep, and returns how many those were. */
export async function revokeUserSessions(
  db: Db,
  projectId: string,
  userId: string,
  { reason, now }: Revocation,
  keep?: string,
): Promise<string[]> {
  let query = db
    .updateTable("sessions")
    .set(revocation({ reason, now }))
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .where("revokedAt", "is", null);
  if (keep !== undefined) query = query.where("id", "!=", keep);
  const revoked = await query.returning("id").execute();
  return revoked.map(({ id }) => id);
}

/** Ends these sessions and returns which of them were still open. */
export async function revokeSessions(
  db: Db,
  projectId: string,
  ids: readonly string[],
  { reason, now }: Revocation,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const revoked = await db
    .updateTable("sessions")
    .set(revocation({ reason, now }))
    .where("projectId", "=", projectId)
    .where("id", "in", ids)
    .where("revokedAt", "is", null)
    .returning("id")
    .execute();
  return revoked.map(({ id }) => id);
}

/** Ends the user's sessions that this method opened until then, and returns which. */
export async function revokeSessionsOpenedWith(
  db: Db,
  projectId: string,
  userId: string,
  { method, until }: { method: string; until: Millis },
  { reason, now }: Revocation,
): Promise<string[]> {
  const revoked = await db
    .updateTable("sessions")
    .set(revocation({ reason, now }))
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .where("method", "=", method)
    .where("createdAt", "<=", until)
    .where("revokedAt", "is", null)
    .returning("id")
    .execute();
  return revoked.map(({ id }) => id);
}

export async function revokeSessionsOfPasskeys(
  db: Db,
  projectId: string,
  userId: string,
  passkeyIds: readonly string[],
  { reason, now }: Revocation,
): Promise<string[]> {
  const revoked = await db
    .updateTable("sessions")
    .set(revocation({ reason, now }))
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .where("passkeyId", "in", passkeyIds)
    .where("revokedAt", "is", null)
    .returning("id")
    .execute();
  return revoked.map(({ id }) => id);
}

/** Ends up to `limit` of the project's sessions that are still open, and returns which. */
export async function revokeProjectSessions(
  db: Db,
  projectId: string,
  { reason, now }: Revocation,
  limit: number,
): Promise<string[]> {
  const revoked = await db
    .updateTable("sessions")
    .set(revocation({ reason, now }))
    .where("projectId", "=", projectId)
    .where("id", "in", (session) =>
      session
        .selectFrom("sessions")
        .select("id")
        .where("projectId", "=", projectId)
        .where("revokedAt", "is", null)
        .where("endsAt", ">", now)
        .limit(limit),
    )
    .where("revokedAt", "is", null)
    .returning("id")
    .execute();
  return revoked.map(({ id }) => id);
}

export function findSession(db: Db, projectId: string, id: string): Promise<Session | undefined> {
  return db
    .selectFrom("sessions")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The session with this id, whatever its state, locked until the transaction ends. */
export function lockSession(db: Db, projectId: string, id: string): Promise<Session | undefined> {
  return db
    .selectFrom("sessions")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .modifyEnd(engineOf(db).rowLock("for update"))
    .executeTakeFirst();
}

export function findSessionOfLocator(
  db: Db,
  projectId: string,
  locatorHash: string,
): Promise<Session | undefined> {
  return db
    .selectFrom("sessions")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("locatorHash", "=", locatorHash)
    .executeTakeFirst();
}

/** Notes that the user of a session has proven something more. */
export async function setAuthentication(
  db: Db,
  {
    projectId,
    id,
    authenticatedAt,
    adds,
  }: Pick<Session, "projectId" | "id"> & {
    authenticatedAt: Millis;
    adds: string;
  },
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({
      authenticatedAt,
      provenBy: sql<string>`coalesce(proven_by, method) || cast(${` ${adds}`} as text)`,
    })
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .execute();
}

/** The user of a session has proven again who they are: only that counts from now on. */
export async function replaceAuthentication(
  db: Db,
  {
    projectId,
    id,
    authenticatedAt,
    provenBy,
    passkeyId,
  }: Pick<Session, "projectId" | "id"> & {
    authenticatedAt: Millis;
    provenBy: string;
    /** The session ends with it, unless it already ends with another. */
    passkeyId?: string | undefined;
  },
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({
      authenticatedAt,
      provenBy,
      ...(passkeyId !== undefined && {
        passkeyId: sql<string>`coalesce(passkey_id, cast(${passkeyId} as text))`,
      }),
    })
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .execute();
}
