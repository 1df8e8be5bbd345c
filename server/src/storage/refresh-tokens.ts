import { andThen, type MaybePromise } from "../runtime/maybe-promise.ts";
import type { Db, Millis, RefreshToken, RefreshTokenRow } from "./db.ts";
import { preparedChange, preparedFirst } from "./prepared.ts";

export const insertRefreshToken = preparedChange((db, token: RefreshTokenRow) =>
  db.insertInto("refreshTokens").values(token),
);

/** What is stored of a rotation, so that the same attempt can be answered again and no other can. */
export type Attempt = Pick<RefreshTokenRow, "attemptHash" | "replay">;

const refreshTokenUse = preparedChange((db, by: { projectId: string; hash: string; now: Millis } & Attempt) =>
  db
    .updateTable("refreshTokens")
    .set({
      consumedAt: by.now,
      attemptHash: by.attemptHash,
      replay: by.replay,
    })
    .where("projectId", "=", by.projectId)
    .where("hash", "=", by.hash)
    .where("consumedAt", "is", null)
    .where("expiresAt", ">", by.now),
);

/**
 * Marks a token as used, or returns false when it was used before or has expired. One statement, so of
 * two concurrent callers only one wins.
 */
export function consumeRefreshToken(
  db: Db,
  projectId: string,
  hash: string,
  now: Millis,
  attempt: Attempt,
): MaybePromise<boolean> {
  return andThen(refreshTokenUse(db, { projectId, hash, now, ...attempt }), (used) => used > 0);
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

const refreshTokenByHash = preparedFirst((db, by: { projectId: string; hash: string }) =>
  db
    .selectFrom("refreshTokens")
    .selectAll()
    .where("projectId", "=", by.projectId)
    .where("hash", "=", by.hash),
);

export function findRefreshToken(
  db: Db,
  projectId: string,
  hash: string,
): MaybePromise<RefreshToken | undefined> {
  return refreshTokenByHash(db, { projectId, hash });
}

/** The token's successor has been used, so it is never sent again. */
export const wipeReplay = preparedChange((db, by: { projectId: string; hash: string }) =>
  db
    .updateTable("refreshTokens")
    .set({ replay: null })
    .where("projectId", "=", by.projectId)
    .where("hash", "=", by.hash)
    .where("replay", "is not", null),
);

/** Wipes the stored answers that a repeated refresh of revoked sessions would get. */
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

/** The token of a session that an attempt consumed, with the answer that a repetition of the attempt gets. */
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
