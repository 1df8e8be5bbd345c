import type { Db, Millis } from "./db.ts";

/** Where a count has come to. */
export type CountPosition = { createdAt: Millis; id: string };

/** Everybody, unconverted guests, or users who are neither guests nor have a password. */
export type UserGroup = "all" | "guests" | "without-password";

/** The user `count` places after the position, oldest first, or undefined when there are fewer. */
export function findUserPlace(
  db: Db,
  projectId: string,
  group: UserGroup,
  range: { after: CountPosition | undefined; before: Millis },
  count: number,
): Promise<CountPosition | undefined> {
  return usersOf(db, projectId, group, range)
    .select(["createdAt", "id"])
    .orderBy("createdAt")
    .orderBy("id")
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
}

export async function countUsers(
  db: Db,
  projectId: string,
  group: UserGroup,
  range: { after: CountPosition | undefined; before: Millis },
): Promise<number> {
  const { count } = await usersOf(db, projectId, group, range)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function usersOf(
  db: Db,
  projectId: string,
  group: UserGroup,
  { after, before }: { after: CountPosition | undefined; before: Millis },
) {
  let query = db.selectFrom("users").where("projectId", "=", projectId).where("createdAt", "<", before);
  if (group === "guests") query = query.where("guestSince", "is not", null);
  if (group === "without-password") {
    query = query.where("passwordHash", "is", null).where("guestSince", "is", null);
  }
  if (after) {
    query = query
      .where("createdAt", ">=", after.createdAt)
      .where((user) => user.or([user("createdAt", ">", after.createdAt), user("id", ">", after.id)]));
  }
  return query;
}

/** The provider's account `count` places after `after`, or undefined when there are fewer. */
export async function findIdentityPlace(
  db: Db,
  projectId: string,
  provider: string,
  after: string,
  count: number,
): Promise<string | undefined> {
  const row = await identitiesOf(db, projectId, provider, after)
    .select("subject")
    .orderBy("subject")
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.subject;
}

export async function countIdentities(
  db: Db,
  projectId: string,
  provider: string,
  after: string,
): Promise<number> {
  const { count } = await identitiesOf(db, projectId, provider, after)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function identitiesOf(db: Db, projectId: string, provider: string, after: string) {
  return db
    .selectFrom("identities")
    .where("projectId", "=", projectId)
    .where("provider", "=", provider)
    .where("subject", ">", after);
}
