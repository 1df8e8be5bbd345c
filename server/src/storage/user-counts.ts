import { sql } from "kysely";
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

/** Of the users without a password up to `last`, those who have an address and no provider account. */
export async function countMailboxUsers(
  db: Db,
  projectId: string,
  { last, ...range }: { after: CountPosition | undefined; last: CountPosition | undefined; before: Millis },
): Promise<number> {
  let query = usersOf(db, projectId, "without-password", range)
    .where("email", "is not", null)
    .where(({ eb, selectFrom }) => {
      // Not `exists`, for which PostgreSQL without statistics reads all accounts of the project for each user.
      const linked = selectFrom("identities")
        .select(({ fn }) => fn.count(ofProject("identities", projectId)).as("count"))
        .whereRef("identities.userId", "=", "users.id");
      return eb(linked, "=", 0);
    })
    .where(({ eb, selectFrom }) => {
      const passkeys = selectFrom("passkeys")
        .select(({ fn }) => fn.count(ofProject("passkeys", projectId)).as("count"))
        .whereRef("passkeys.userId", "=", "users.id");
      return eb(passkeys, "=", 0);
    });
  if (last) {
    query = query
      .where("createdAt", "<=", last.createdAt)
      .where((user) => user.or([user("createdAt", "<", last.createdAt), user("id", "<=", last.id)]));
  }
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Null for a row of another project, which `count` leaves out. */
function ofProject(table: "identities" | "passkeys", projectId: string) {
  return sql`nullif(${sql.ref(`${table}.projectId`)} = ${projectId}, false)`;
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

/** The user with a passkey who stands `count` places after this one. Undefined when there are fewer. */
export async function findPasskeyUserPlace(
  db: Db,
  projectId: string,
  after: string,
  count: number,
): Promise<string | undefined> {
  const row = await passkeyUsers(db, projectId, after)
    .select("userId")
    .groupBy("userId")
    .orderBy("userId")
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.userId;
}

export async function countPasskeyUsers(db: Db, projectId: string, after: string): Promise<number> {
  const { count } = await passkeyUsers(db, projectId, after)
    .select(({ fn }) => fn.count<number>("userId").distinct().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function passkeyUsers(db: Db, projectId: string, after: string) {
  return db.selectFrom("passkeys").where("projectId", "=", projectId).where("userId", ">", after);
}

/** The user with an authenticator app who stands `count` places after this one. Undefined when there are fewer. */
export async function findFactorUserPlace(
  db: Db,
  projectId: string,
  after: string,
  count: number,
): Promise<string | undefined> {
  const row = await factorUsers(db, projectId, after)
    .select("userId")
    .orderBy("userId")
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.userId;
}

export async function countFactorUsers(db: Db, projectId: string, after: string): Promise<number> {
  const { count } = await factorUsers(db, projectId, after)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function factorUsers(db: Db, projectId: string, after: string) {
  return db.selectFrom("totpFactors").where("projectId", "=", projectId).where("userId", ">", after);
}
