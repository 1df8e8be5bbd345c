import type { Db, Millis } from "./db.ts";

/** Sessions whose absolute end came before `before`. */
export async function deleteEndedSessions(db: Db, before: Millis, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("id", "in", (session) =>
      session.selectFrom("sessions").select("id").where("endsAt", "<=", before).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteRevokedSessions(db: Db, before: Millis, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("id", "in", (session) =>
      session.selectFrom("sessions").select("id").where("revokedAt", "<=", before).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Sessions whose last token expired before that day. */
export async function deleteExpiredSessions(db: Db, beforeDay: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("id", "in", (session) =>
      session.selectFrom("sessions").select("id").where("expiryDay", "<", beforeDay).limit(limit),
    )
    // Again on the row itself: it may have been refreshed since it was picked.
    .where("expiryDay", "<", beforeDay)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns the sessions of the tokens, one for each token that is gone. */
export async function deleteExpiredRefreshTokens(db: Db, before: Millis, limit: number): Promise<string[]> {
  const deleted = await db
    .deleteFrom("refreshTokens")
    .where("hash", "in", (token) =>
      token.selectFrom("refreshTokens").select("hash").where("expiresAt", "<=", before).limit(limit),
    )
    .returning("sessionId")
    .execute();
  return deleted.map(({ sessionId }) => sessionId);
}

/** A session without any token can never be refreshed again. Those with tokens of their own are not meant. */
export async function deleteSessionsWithoutTokens(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom("sessions")
    .where("id", "in", ids)
    .where("locatorHash", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("refreshTokens as token")
            .select("token.hash")
            .whereRef("token.sessionId", "=", "sessions.id"),
        ),
      ),
    )
    .execute();
}

export async function deleteExpiredRateLimits(db: Db, now: Millis, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("rateLimits")
    .where("key", "in", (row) =>
      row
        .selectFrom("rateLimits")
        .select("key")
        .where("resetsAt", "<=", now)
        .where("blockedUntil", "<=", now)
        .limit(limit),
    )
    // Again on the row itself: it may have been counted up since it was picked.
    .where("resetsAt", "<=", now)
    .where("blockedUntil", "<=", now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
