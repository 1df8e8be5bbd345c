import { sql } from "kysely";
import type { Db, Millis } from "./db.ts";
import { engineOf } from "./engine.ts";

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

const DAY_MS = 86_400_000;

/**
 * Deletes sessions whose last token expired before that day. They are found by the day that was stored when the session
 * was opened; of those that were refreshed since, it is moved on. Call it in a transaction.
 */
export async function deleteExpiredSessions(
  db: Db,
  beforeDay: number,
  limit: number,
): Promise<{ deleted: number; isMore: boolean }> {
  const before = beforeDay * DAY_MS;
  const found = await db
    .selectFrom("sessions")
    .select(["id", "tokenExpiresAt"])
    .where("expiryDay", "<", beforeDay)
    .limit(limit)
    .modifyEnd(engineOf(db).rowLock("for update skip locked"))
    .execute();
  const isExpired = ({ tokenExpiresAt }: (typeof found)[number]) => (tokenExpiresAt ?? 0) < before;
  const expired = found.filter(isExpired).map(({ id }) => id);
  const live = found.filter((session) => !isExpired(session)).map(({ id }) => id);
  if (expired.length > 0) await db.deleteFrom("sessions").where("id", "in", expired).execute();
  if (live.length > 0) {
    const expiryDay = sql<number>`token_expires_at / ${sql.lit(DAY_MS)}`;
    await db.updateTable("sessions").set({ expiryDay }).where("id", "in", live).execute();
  }
  return { deleted: expired.length, isMore: found.length === limit };
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
