import type { Db, Millis, OauthUsedTokenRow } from "./db.ts";

/** Returns whether this is the token's first use. One statement, so only one of two concurrent callers gets true. */
export async function insertUsedToken(db: Db, token: OauthUsedTokenRow): Promise<boolean> {
  const inserted = await db
    .insertInto("oauthUsedTokens")
    .values(token)
    .onConflict((conflict) => conflict.doNothing())
    .returning("hash")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Tokens that are too old to be accepted, used or not. */
export async function deleteExpiredUsedTokens(db: Db, now: Millis, limit: number): Promise<number> {
  const deleted = await db
    .deleteFrom("oauthUsedTokens")
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple("projectId", "hash"),
        "in",
        selectFrom("oauthUsedTokens as used")
          .select(["used.projectId", "used.hash"])
          .where("used.expiresAt", "<=", now)
          .limit(limit)
          .$asTuple("projectId", "hash"),
      ),
    )
    .returning("hash")
    .execute();
  return deleted.length;
}
