import { andThen, type MaybePromise } from "../runtime/maybe-promise.ts";
import type { Db, LiveSession, Millis, Session } from "./db.ts";
import { preparedChange } from "./prepared.ts";

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
    .innerJoin("refreshTokens as token", "token.sessionId", "sessions.id")
    .selectAll("sessions")
    .select("token.expiresAt")
    .where("sessions.projectId", "=", projectId)
    .where("sessions.userId", "=", userId)
    .where("sessions.revokedAt", "is", null)
    .where("sessions.endsAt", ">", now)
    .where("token.consumedAt", "is", null)
    .where("token.expiresAt", ">", now)
    .orderBy("sessions.lastUsedAt", "desc")
    .orderBy("sessions.id", "desc")
    .execute();
}

const sessionOfTokenTouch = preparedChange((db, by: { projectId: string; hash: string; now: Millis }) =>
  db
    .updateTable("sessions")
    .set({ lastUsedAt: by.now })
    .where("projectId", "=", by.projectId)
    .where("id", "=", (token) =>
      token
        .selectFrom("refreshTokens")
        .select("sessionId")
        .where("projectId", "=", by.projectId)
        .where("hash", "=", by.hash),
    )
    .where("revokedAt", "is", null)
    .where("endsAt", ">", by.now),
);

/**
 * Marks the live session of a refresh token as used now, whatever the token's own state; false if there is none. Doing this
 * first locks the family, so that what follows in the transaction decides alone.
 */
export function touchSessionOfToken(
  db: Db,
  projectId: string,
  hash: string,
  now: Millis,
): MaybePromise<boolean> {
  return andThen(sessionOfTokenTouch(db, { projectId, hash, now }), (touched) => touched > 0);
}

/** The same for a session that is named by its id. */
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

export function revokeSession(
  db: Db,
  projectId: string,
  id: string,
  { reason, now }: Revocation,
): Promise<Session | undefined> {
  return db
    .updateTable("sessions")
    .set({ revokedAt: now, revokedReason: reason })
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
    .set({ revokedAt: now, revokedReason: reason })
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
    .set({ revokedAt: now, revokedReason: reason })
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
    .set({ revokedAt: now, revokedReason: reason })
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .where("method", "=", method)
    .where("createdAt", "<=", until)
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
    .set({ revokedAt: now, revokedReason: reason })
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
