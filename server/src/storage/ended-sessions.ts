import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { Db, Millis, Tables } from "./db.ts";
import { engineOf } from "./engine.ts";

const DAY_MS = 86_400_000;
const dayOf = (at: Millis): number => Math.floor(at / DAY_MS);

/** Keeps SQLite from going through all sessions of a project to find those that have ended. */
const PROJECT_OF_FEW = sql<string>`project_id || ''`;

type OfSession = ExpressionBuilder<Tables, "sessions">;

/** Each finds its sessions with an index of its own. */
const ENDS: readonly ((session: OfSession, projectId: string, before: Millis) => Expression<SqlBool>)[] = [
  (session, projectId, before) =>
    session.and([session("projectId", "=", projectId), session("revokedAt", "<=", before)]),
  (session, projectId, before) =>
    session.and([session(PROJECT_OF_FEW, "=", projectId), session("endsAt", "<=", before)]),
  (session, projectId, before) =>
    session.and([session(PROJECT_OF_FEW, "=", projectId), session("expiryDay", "<", dayOf(before))]),
];

/** Sessions of the project that ended before `before` and still tell where or with what. Call `moveExpiryDays` first. */
export async function listAddressedEndedSessions(
  db: Db,
  projectId: string,
  before: Millis,
  limit: number,
): Promise<string[]> {
  const ids = new Set<string>();
  for (const hasEnded of ENDS) {
    const ended = await db
      .selectFrom("sessions")
      .select("id")
      .where((session) => hasEnded(session, projectId, before))
      .where((session) => session.or([session("ip", "<>", ""), session("userAgent", "<>", "")]))
      .limit(limit)
      .execute();
    for (const { id } of ended) ids.add(id);
  }
  return [...ids];
}

export async function eraseAddressesOfSessions(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("sessions")
    .set({ ip: "", userAgent: "" })
    .where("projectId", "=", projectId)
    .where("id", "in", ids)
    .execute();
}

/**
 * Moves the day of sessions that were refreshed since it was stored, so that those with a day before that of `before`
 * have expired. Of all projects. Returns how many. Call it again while it returns `limit`, in a transaction.
 */
export async function moveExpiryDays(db: Db, before: Millis, limit: number): Promise<number> {
  const day = dayOf(before);
  const live = await db
    .selectFrom("sessions")
    .select("id")
    .where("expiryDay", "<", day)
    .where("tokenExpiresAt", ">=", day * DAY_MS)
    .limit(limit)
    .modifyEnd(engineOf(db).rowLock("for update skip locked"))
    .execute();
  if (live.length === 0) return 0;
  await db
    .updateTable("sessions")
    .set({ expiryDay: sql<number>`token_expires_at / ${sql.lit(DAY_MS)}` })
    .where(
      "id",
      "in",
      live.map(({ id }) => id),
    )
    .execute();
  return live.length;
}
