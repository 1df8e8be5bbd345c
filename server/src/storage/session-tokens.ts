import { type ExpressionBuilder, sql } from "kysely";
import { andThen, type MaybePromise } from "../runtime/maybe-promise.ts";
import type { Db, Millis, Session, Tables } from "./db.ts";
import { engineOf } from "./engine.ts";
import { preparedChange } from "./prepared.ts";
import type { OpeningAttempt, SessionTokens } from "./rows/sessions.ts";
import type { NextToken } from "./single-statements.ts";

export type { NextToken };

const DAY_MS = 86_400_000;

type Presented = Readonly<{ projectId: string; locatorHash: string; tokenHash: string }>;

const rotation = preparedChange((db, by: Presented & { next: string } & Omit<NextToken, "hash">) =>
  db
    .updateTable("sessions")
    .set((session) => ({ ...replacedToken(session), ...tokenColumns(by.next, by) }))
    .where("projectId", "=", by.projectId)
    .where("locatorHash", "=", by.locatorHash)
    .where("tokenHash", "=", by.tokenHash)
    .where("revokedAt", "is", null)
    .where("endsAt", ">", by.now)
    .where("tokenExpiresAt", ">", by.now),
);

/**
 * Replaces the current token of a live session. False when the token is not the current one, or is not valid any more.
 * It is one statement, so of two concurrent callers only one gets true.
 */
export function replaceToken(
  db: Db,
  presented: Presented,
  { hash, ...next }: NextToken,
): MaybePromise<boolean> {
  return andThen(rotation(db, { ...presented, next: hash, ...next }), (changed) => changed > 0);
}

/** The same for the caller who has locked the session and does not know its token. */
export async function replaceTokenOf(db: Db, session: Session, { hash, ...next }: NextToken): Promise<void> {
  await db
    .updateTable("sessions")
    .set((row) => ({ ...replacedToken(row), ...tokenColumns(hash, next) }))
    .where("projectId", "=", session.projectId)
    .where("id", "=", session.id)
    .execute();
}

/** Gives tokens to a session whose tokens were rows of `refresh_tokens` until now. The caller has locked the session. */
export async function moveTokens(
  db: Db,
  session: Pick<Session, "id" | "projectId">,
  locator: Readonly<{ locatorHash: string; locatorSealed: string }>,
  previousHash: string,
  { hash, ...next }: NextToken,
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({
      ...locator,
      ...tokenColumns(hash, next),
      previousHash,
      expiryDay: Math.floor(next.expiresAt / DAY_MS),
    })
    .where("projectId", "=", session.projectId)
    .where("id", "=", session.id)
    .execute();
}

/** The values of a session that is opened now. */
export function firstToken(
  locator: Readonly<{ locatorHash: string; locatorSealed: string }>,
  { hash, expiresAt }: Pick<NextToken, "hash" | "expiresAt">,
): SessionTokens {
  return {
    ...NO_TOKENS,
    ...locator,
    tokenHash: hash,
    tokenExpiresAt: expiresAt,
    expiryDay: Math.floor(expiresAt / DAY_MS),
  };
}

export const NO_TOKENS: SessionTokens = {
  locatorHash: null,
  locatorSealed: null,
  tokenHash: null,
  tokenExpiresAt: null,
  expiryDay: null,
  previousHash: null,
  rotatedAt: null,
  attemptMac: null,
  replay: null,
  earlierMac1: null,
  earlierAt1: null,
  earlierMac2: null,
  earlierAt2: null,
};

export const NO_ATTEMPT: OpeningAttempt = { openingAttempt: null, openingMac: null };

export function replacedToken(session: ExpressionBuilder<Tables, "sessions">) {
  return {
    previousHash: session.ref("tokenHash"),
    earlierMac1: session.ref("attemptMac"),
    earlierAt1: session.ref("rotatedAt"),
    earlierMac2: session.ref("earlierMac1"),
    earlierAt2: session.ref("earlierAt1"),
  };
}

export function tokenColumns(hash: string, { expiresAt, attemptMac, replay, now }: Omit<NextToken, "hash">) {
  const expires = sql<Millis>`case when ends_at < ${expiresAt} then ends_at else ${expiresAt} end`;
  return {
    tokenHash: hash,
    tokenExpiresAt: expires,
    rotatedAt: now,
    lastUsedAt: now,
    attemptMac,
    replay,
  };
}

/** The session of a locator, whatever its state, locked until the transaction ends. */
export function lockSessionOfLocator(
  db: Db,
  projectId: string,
  locatorHash: string,
): Promise<Session | undefined> {
  return db
    .selectFrom("sessions")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("locatorHash", "=", locatorHash)
    .modifyEnd(engineOf(db).rowLock("for update"))
    .executeTakeFirst();
}
