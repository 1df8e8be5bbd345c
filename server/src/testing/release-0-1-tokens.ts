import type { App } from "../app.ts";
import { hashToken, newToken } from "../crypto/random-token.ts";
import type { Project } from "../domain/projects/project.ts";
import { insertOldToken, oldAttemptOf, oldReplayOf } from "../domain/sessions/old-tokens.ts";
import type { Db, Millis } from "../storage/db.ts";
import { transact } from "../storage/transact.ts";

type Presented = Readonly<{ refreshToken: string; attemptId: string }>;
type OldApp = Pick<App, "clock" | "db">;

/**
 * What a replica of 0.1.0 does with a refresh token, statement by statement: it knows `refresh_tokens` only. Returns the
 * next token or the reason of the refusal.
 */
export function refreshAs01(app: OldApp, project: Project, presented: Presented): Promise<string> {
  return transact(app, async (app) => {
    const now = app.clock();
    const hash = hashToken(presented.refreshToken);
    if (!(await touchSession(app.db, project.id, hash, now))) return "REFRESH_TOKEN_INVALID";
    const token = await findToken(app.db, project.id, hash);
    const session = await app.db
      .selectFrom("sessions")
      .select(["id", "endsAt"])
      .where("projectId", "=", project.id)
      .where("id", "=", token.sessionId)
      .executeTakeFirstOrThrow();
    const successor = newToken();
    const attempt = oldAttemptOf(presented.attemptId, hash, successor);
    const { numUpdatedRows } = await app.db
      .updateTable("refreshTokens")
      .set({ consumedAt: now, ...attempt })
      .where("projectId", "=", project.id)
      .where("hash", "=", hash)
      .where("consumedAt", "is", null)
      .where("expiresAt", ">", now)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return repeatedOrReused(app, project, presented);
    await insertOldToken(app, project, session, successor, hash);
    if (token.predecessorHash !== null) {
      await app.db
        .updateTable("refreshTokens")
        .set({ replay: null })
        .where("projectId", "=", project.id)
        .where("hash", "=", token.predecessorHash)
        .execute();
    }
    return successor;
  });
}

/** Locks the session. */
async function touchSession(db: Db, projectId: string, hash: string, now: Millis): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sessions")
    .set({ lastUsedAt: now })
    .where("projectId", "=", projectId)
    .where("id", "=", (token) =>
      token
        .selectFrom("refreshTokens")
        .select("sessionId")
        .where("projectId", "=", projectId)
        .where("hash", "=", hash),
    )
    .where("revokedAt", "is", null)
    .where("endsAt", ">", now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function repeatedOrReused(app: OldApp, project: Project, presented: Presented): Promise<string> {
  const now = app.clock();
  const token = await findToken(app.db, project.id, hashToken(presented.refreshToken));
  if (token.consumedAt === null) return "REFRESH_TOKEN_INVALID";
  const successor = oldReplayOf(token, presented.attemptId);
  if (successor !== undefined) {
    const next = await findToken(app.db, project.id, hashToken(successor));
    if (next.consumedAt === null && next.expiresAt > now) return successor;
  }
  await app.db
    .updateTable("sessions")
    .set({ revokedAt: now, revokedReason: "reuse" })
    .where("projectId", "=", project.id)
    .where("id", "=", token.sessionId)
    .where("revokedAt", "is", null)
    .execute();
  return "REFRESH_TOKEN_REUSED";
}

function findToken(db: Db, projectId: string, hash: string) {
  return db
    .selectFrom("refreshTokens")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("hash", "=", hash)
    .executeTakeFirstOrThrow();
}
