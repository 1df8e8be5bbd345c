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
