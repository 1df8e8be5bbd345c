import type { Db, Millis } from "./db.ts";

/** How many tokens took the place of another, from one moment until before another. */
export async function countRefreshes(db: Db, projectId: string, from: Millis, to: Millis): Promise<number> {
  const { count } = await db
    .selectFrom("refreshTokens as token")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("token.projectId", "=", projectId)
    .where("token.createdAt", ">=", from)
    .where("token.createdAt", "<", to)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("refreshTokens as before")
          .select("before.hash")
          .whereRef("before.successorHash", "=", "token.hash"),
      ),
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** True when the project has at least that many tokens of that time. Looks at no more of them. */
export async function hasManyTokens(
  db: Db,
  projectId: string,
  from: Millis,
  to: Millis,
  many: number,
): Promise<boolean> {
  const row = await db
    .selectFrom("refreshTokens")
    .select("createdAt")
    .where("projectId", "=", projectId)
    .where("createdAt", ">=", from)
    .where("createdAt", "<", to)
    .orderBy("createdAt")
    .offset(many - 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
