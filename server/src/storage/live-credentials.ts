import type { Db, Millis } from "./db.ts";

export type LiveCredentials = { sessions: number; adminSessions: number; accessTokens: number };

/** How many credentials of this instance are valid, in all projects together. */
export async function countLiveCredentials(db: Db, now: Millis): Promise<LiveCredentials> {
  const sessions = await db
    .selectFrom("sessions")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("revokedAt", "is", null)
    .where("endsAt", ">", now)
    .executeTakeFirstOrThrow();
  const adminSessions = await db
    .selectFrom("adminSessions")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("endsAt", ">", now)
    .executeTakeFirstOrThrow();
  const accessTokens = await db
    .selectFrom("personalAccessTokens")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("revokedAt", "is", null)
    .where((token) => token.or([token("expiresAt", "is", null), token("expiresAt", ">", now)]))
    .executeTakeFirstOrThrow();
  return {
    sessions: Number(sessions.count),
    adminSessions: Number(adminSessions.count),
    accessTokens: Number(accessTokens.count),
  };
}

export async function deleteEveryAdminSession(db: Db): Promise<void> {
  await db.deleteFrom("adminSessions").execute();
}
