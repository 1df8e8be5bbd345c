import type { Db, User } from "./db.ts";

export type EventUser = Pick<User, "id" | "email" | "displayName" | "guestSince">;

/** Those of the users who are still there. */
export async function listEventUsers(
  db: Db,
  projectId: string,
  userIds: readonly string[],
): Promise<EventUser[]> {
  if (userIds.length === 0) return [];
  return db
    .selectFrom("users")
    .select(["id", "email", "displayName", "guestSince"])
    .where("projectId", "=", projectId)
    .where("id", "in", userIds)
    .execute();
}
