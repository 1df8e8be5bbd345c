import type { Db, LiveSession, Millis, RefreshToken, RefreshTokenRow, Session, SessionRow } from "./db.ts";
import { prepared } from "./prepared.ts";

const sessionInsert = prepared((db, session: SessionRow) => db.insertInto("sessions").values(session));

export async function insertSession(db: Db, session: SessionRow): Promise<void> {
  await sessionInsert(db, session);
}

const refreshTokenInsert = prepared((db, token: RefreshTokenRow) =>
  db.insertInto("refreshTokens").values(token),
);

export async function insertRefreshToken(db: Db, token: RefreshTokenRow): Promise<void> {
  await refreshTokenInsert(db, token);
}

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

const sessionOfTokenTouch = prepared((db, by: { projectId: string; hash: string; now: Millis }) =>
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
    .where("endsAt", ">", by.now)
    .returningAll(),
);

/**
 * Marks the live session of a refresh token as used now, whatever the token's own state. Doing this
 * first locks the family, so that what follows in the transaction decides alone.
 */
export async function touchSessionOfToken(
  db: Db,
  projectId: string,
  hash: string,
  now: Millis,
): Promise<Session | undefined> {
  const [session] = await sessionOfTokenTouch(db, { projectId, hash, now });
  return session;
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

type Successor = Pick<RefreshTokenRow, "attemptHash" | "replay" | "successorHash">;

const refreshTokenUse = prepared((db, by: { projectId: string; hash: string; now: Millis } & Successor) =>
  db
    .updateTable("refreshTokens")
    .set({
      consumedAt: by.now,
      attemptHash: by.attemptHash,
      replay: by.replay,
      successorHash: by.successorHash,
    })
    .where("projectId", "=", by.projectId)
    .where("hash", "=", by.hash)
    .where("consumedAt", "is", null)
    .where("expiresAt", ">", by.now)
    .returning("hash"),
);

/**
 * Marks a token as used, or returns false when it was used before or has expired. One statement, so of
 * two concurrent callers only one wins.
 */
export async function consumeRefreshToken(
  db: Db,
  projectId: string,
  hash: string,
  now: Millis,
  successor: Successor,
): Promise<boolean> {
  const used = await refreshTokenUse(db, { projectId, hash, now, ...successor });
  return used.length > 0;
}

/** The one token of the session that is not used yet. */
export function findCurrentRefreshToken(
  db: Db,
  projectId: string,
  sessionId: string,
  now: Millis,
): Promise<RefreshToken | undefined> {
  return db
    .selectFrom("refreshTokens")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("sessionId", "=", sessionId)
    .where("consumedAt", "is", null)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
}

export function findRefreshToken(db: Db, projectId: string, hash: string): Promise<RefreshToken | undefined> {
  return db
    .selectFrom("refreshTokens")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("hash", "=", hash)
    .executeTakeFirst();
}

const replayWipe = prepared((db, by: { projectId: string; successorHash: string }) =>
  db
    .updateTable("refreshTokens")
    .set({ replay: null })
    .where("projectId", "=", by.projectId)
    .where("successorHash", "=", by.successorHash)
    .where("replay", "is not", null),
);

/** The successor has been used: nobody needs to be told it again. */
export async function wipeReplay(db: Db, projectId: string, successorHash: string): Promise<void> {
  await replayWipe(db, { projectId, successorHash });
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

/** What a revoked session's tokens could still be told is wiped with it. */
export async function wipeReplaysOf(db: Db, projectId: string, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await db
    .updateTable("refreshTokens")
    .set({ replay: null })
    .where("projectId", "=", projectId)
    .where("sessionId", "in", sessionIds)
    .where("replay", "is not", null)
    .execute();
}

export function findSession(db: Db, projectId: string, id: string): Promise<Session | undefined> {
  return db
    .selectFrom("sessions")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The token of a session that an attempt used up, with what it may be told again. */
export function findReplayableToken(
  db: Db,
  projectId: string,
  sessionId: string,
  attemptHash: string,
): Promise<RefreshToken | undefined> {
  return db
    .selectFrom("refreshTokens")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("sessionId", "=", sessionId)
    .where("attemptHash", "=", attemptHash)
    .where("replay", "is not", null)
    .executeTakeFirst();
}
