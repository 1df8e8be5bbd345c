import type { Db, Millis } from "./db.ts";

/** How many tokens took the place of another, from one moment until before another. */
export async function countRefreshes(db: Db, projectId: string, from: Millis, to: Millis): Promise<number> {
  const { count } = await db
    .selectFrom("refreshTokens")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("projectId", "=", projectId)
    .where("createdAt", ">=", from)
    .where("createdAt", "<", to)
    .where("predecessorHash", "is not", null)
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
