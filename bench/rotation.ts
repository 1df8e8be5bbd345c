import { randomUUID } from "node:crypto";
import type { Db, RefreshTokenRow } from "../server/src/storage/db.ts";
import { NO_TOKENS } from "../server/src/storage/session-tokens.ts";
import { transact } from "../server/src/storage/transact.ts";

export const PROJECT = "bench-project";

/** A project, and for each caller a user with one session. Returns the ids of the sessions. */
export async function prepareSessions(db: Db, callers: number): Promise<string[]> {
  await db
    .insertInto("projects")
    .values({
      id: PROJECT,
      slug: "bench",
      name: "Bench",
      publishableKey: "pk",
      secretKeyHash: "sk",
      secretKeyLast4: "last",
      settings: "{}",
      createdAt: 0,
      updatedAt: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const sessions = Array.from({ length: callers }, () => randomUUID());
  for (const session of sessions) await prepareSession(db, session);
  return sessions;
}

async function prepareSession(db: Db, id: string): Promise<void> {
  await transact({ db }, async ({ db }) => {
    await db
      .insertInto("users")
      .values({
        id,
        projectId: PROJECT,
        email: null,
        emailVerifiedAt: null,
        displayName: "",
        avatarUrl: "",
        passwordHash: null,
        customClaims: "{}",
        searchText: "",
        guestSince: null,
        credentialEpoch: 0,
        disabledAt: null,
        lastSignInAt: null,
        lastActiveAt: 0,
        createdAt: 0,
        updatedAt: 0,
      })
      .execute();
    await db
      .insertInto("sessions")
      .values({
        id,
        projectId: PROJECT,
        userId: id,
        method: "password",
        userAgent: "",
        ip: "",
        createdAt: 0,
        lastUsedAt: 0,
        endsAt: 0,
        revokedAt: null,
        revokedReason: null,
        ...NO_TOKENS,
      })
      .execute();
    await db.insertInto("refreshTokens").values(token(id, 0)).execute();
  });
}

function token(session: string, n: number): RefreshTokenRow {
  return {
    hash: hashOf(session, n),
    projectId: PROJECT,
    sessionId: session,
    createdAt: n,
    expiresAt: n,
    consumedAt: null,
    attemptHash: null,
    replay: null,
    predecessorHash: n === 0 ? null : hashOf(session, n - 1),
  };
}

export function hashOf(session: string, n: number): string {
  return `${session}-${String(n).padStart(12, "0")}`;
}

/**
 * Each caller does what a refresh does to the database, over and over: the old token is consumed, a
 * new one is added. Returns transactions per second.
 */
export async function rotationsPerSecond(db: Db, sessions: readonly string[], ms: number): Promise<number> {
  const starts = await Promise.all(sessions.map((session) => lastToken(db, session)));
  let done = 0;
  const began = performance.now();
  const call = async (session: string, from: number): Promise<void> => {
    for (let n = from; performance.now() - began < ms; n++) {
      await rotate(db, session, n);
      done += 1;
    }
  };
  await Promise.all(sessions.map((session, caller) => call(session, starts[caller] ?? 0)));
  return (done * 1_000) / (performance.now() - began);
}

async function rotate(db: Db, session: string, n: number): Promise<void> {
  await transact({ db }, async ({ db }) => {
    const consumed = await db
      .updateTable("refreshTokens")
      .set({ consumedAt: n })
      .where("projectId", "=", PROJECT)
      .where("hash", "=", hashOf(session, n))
      .where("consumedAt", "is", null)
      .returning("sessionId")
      .executeTakeFirst();
    if (!consumed) throw new Error("the token was consumed by another caller");
    await db
      .insertInto("refreshTokens")
      .values(token(session, n + 1))
      .execute();
  });
}

async function lastToken(db: Db, session: string): Promise<number> {
  const row = await db
    .selectFrom("refreshTokens")
    .select("createdAt")
    .where("sessionId", "=", session)
    .where("consumedAt", "is", null)
    .executeTakeFirstOrThrow();
  return row.createdAt;
}
