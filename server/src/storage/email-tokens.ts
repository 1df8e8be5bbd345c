import type { Db, EmailToken, Millis } from "./db.ts";

/** Stores the user's newest token of this purpose; an older one is void from here on. */
export async function replaceEmailToken(db: Db, token: EmailToken): Promise<void> {
  await db
    .insertInto("emailTokens")
    .values(token)
    .onConflict((conflict) => conflict.columns(["userId", "purpose"]).doUpdateSet(token))
    .execute();
}

export function findEmailToken(
  db: Db,
  projectId: string,
  purposes: readonly string[],
  hash: string,
  now: Millis,
): Promise<EmailToken | undefined> {
  return db
    .selectFrom("emailTokens")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("purpose", "in", purposes)
    .where("hash", "=", hash)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
}

/** Takes the token away and returns it. One statement, so of two concurrent callers only one gets it. */
export function consumeEmailToken(
  db: Db,
  projectId: string,
  purpose: string,
  hash: string,
  now: Millis,
): Promise<EmailToken | undefined> {
  return db
    .deleteFrom("emailTokens")
    .where("projectId", "=", projectId)
    .where("purpose", "=", purpose)
    .where("hash", "=", hash)
    .where("expiresAt", ">", now)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteEmailTokens(
  db: Db,
  projectId: string,
  userId: string,
  purposes: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("emailTokens")
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .where("purpose", "in", purposes)
    .execute();
}

export async function deleteExpiredEmailTokens(db: Db, now: Millis, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("emailTokens")
    .where("hash", "in", (token) =>
      token.selectFrom("emailTokens").select("hash").where("expiresAt", "<=", now).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
