import type { Db, Millis } from "./db.ts";

export type LiveCredentials = {
  sessions: number;
  adminSessions: number;
  accessTokens: number;
  passkeys: number;
};

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
  const passkeys = await db
    .selectFrom("passkeys")
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return {
    sessions: Number(sessions.count),
    adminSessions: Number(adminSessions.count),
    accessTokens: Number(accessTokens.count),
    passkeys: Number(passkeys.count),
  };
}

/** Also logins that wait for their second factor. */
export async function deleteEveryAdminSession(db: Db): Promise<void> {
  await db.deleteFrom("adminMfaChallenges").execute();
  await db.deleteFrom("adminSessions").execute();
}
