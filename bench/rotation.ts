import { randomUUID } from "node:crypto";
import type { Db } from "../server/src/storage/db.ts";
import { firstToken, replaceToken } from "../server/src/storage/session-tokens.ts";
import { transact } from "../server/src/storage/transact.ts";

export const PROJECT = "bench-project";
/** As many bytes as a real attempt has. */
export const ATTEMPT = { attemptMac: "m".repeat(43), replay: "r".repeat(98) };
const ENDS_AT = 8_640_000_000_000;

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
        endsAt: ENDS_AT,
        revokedAt: null,
        revokedReason: null,
        ...firstToken({ locatorHash: id, locatorSealed: id }, { hash: hashOf(id, 0), expiresAt: ENDS_AT }),
      })
      .execute();
  });
}

export function hashOf(session: string, n: number): string {
  return `${session}-${String(n).padStart(12, "0")}`;
}

/**
 * Each caller does what a refresh does to the database, over and over: the next token replaces the current one in the
 * row of the session. Returns transactions per second.
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
    const presented = { projectId: PROJECT, locatorHash: session, tokenHash: hashOf(session, n) };
    const next = { hash: hashOf(session, n + 1), expiresAt: ENDS_AT, ...ATTEMPT, now: n };
    if (!(await replaceToken(db, presented, next))) {
      throw new Error("the token was replaced by another caller");
    }
  });
}

async function lastToken(db: Db, session: string): Promise<number> {
  const { tokenHash } = await db
    .selectFrom("sessions")
    .select("tokenHash")
    .where("id", "=", session)
    .executeTakeFirstOrThrow();
  return Number(tokenHash?.slice(-12));
}
