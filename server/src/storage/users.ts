import type { Updateable } from "kysely";
import { AppError } from "../errors.ts";
import type { Soon } from "../soon.ts";
import type { Db, Identity, Millis, User, UserRow } from "./db.ts";
import { isPostgres } from "./engine.ts";
import { prepared, preparedChange, preparedFirst } from "./prepared.ts";
import { searchTextOf } from "./search-text.ts";
import { isUniqueViolation } from "./unique-violation.ts";

const userById = preparedFirst((db, by: { projectId: string; id: string }) =>
  db.selectFrom("users").selectAll().where("projectId", "=", by.projectId).where("id", "=", by.id),
);

export function findUser(db: Db, projectId: string, id: string): Soon<User | undefined> {
  return userById(db, { projectId, id });
}

const userByEmail = preparedFirst((db, by: { projectId: string; email: string }) =>
  db.selectFrom("users").selectAll().where("projectId", "=", by.projectId).where("email", "=", by.email),
);

const userKept = preparedFirst((db, by: { projectId: string; id: string }) => {
  const query = db
    .selectFrom("users")
    .selectAll()
    .where("projectId", "=", by.projectId)
    .where("id", "=", by.id);
  return isPostgres(db) ? query.forKeyShare() : query; // on SQLite transactions take turns by themselves
});

/** The user, who cannot be deleted before the transaction ends. */
export function keepUser(db: Db, projectId: string, id: string): Soon<User | undefined> {
  return userKept(db, { projectId, id });
}

/** Until the transaction ends, whoever wants to keep the user waits. */
export async function lockUser(db: Db, projectId: string, id: string): Promise<void> {
  let query = db.selectFrom("users").select("id").where("projectId", "=", projectId).where("id", "=", id);
  if (isPostgres(db)) query = query.forUpdate();
  await query.execute();
}

export function findUserByEmail(db: Db, projectId: string, email: string): Soon<User | undefined> {
  return userByEmail(db, { projectId, email });
}

const userInsert = preparedFirst((db, user: UserRow) =>
  db
    .insertInto("users")
    .values(user)
    .onConflict((conflict) => conflict.columns(["projectId", "email"]).doNothing())
    .returningAll(),
);

/** Returns undefined when the e-mail is taken. */
export function insertUser(db: Db, user: Omit<UserRow, "searchText">): Soon<User | undefined> {
  return userInsert(db, { ...user, searchText: searchTextOf(user.email, user.displayName) });
}

export type UserChanges = Omit<Updateable<UserRow>, "id" | "projectId" | "searchText">;

export async function updateUser(
  db: Db,
  projectId: string,
  id: string,
  changes: UserChanges,
): Promise<User | undefined> {
  const set = (columns: Updateable<UserRow>): Promise<User | undefined> =>
    db
      .updateTable("users")
      .set(columns)
      .where("projectId", "=", projectId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst();
  const updated = await set(changes);
  if (!updated) return undefined;
  const searchText = searchTextOf(updated.email, updated.displayName);
  return searchText === updated.searchText ? updated : set({ searchText });
}

export const noteSignIn = preparedChange((db, by: { projectId: string; id: string; now: Millis }) =>
  db
    .updateTable("users")
    .set({ lastSignInAt: by.now, lastActiveAt: by.now })
    .where("projectId", "=", by.projectId)
    .where("id", "=", by.id),
);

/** Gives the user an address, or fails with EMAIL_ALREADY_EXISTS when another user of the project has it. */
export async function updateUserEmail(
  db: Db,
  projectId: string,
  id: string,
  email: string,
  changes: UserChanges,
): Promise<User> {
  const changed = await updateUser(db, projectId, id, { ...changes, email }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError("EMAIL_ALREADY_EXISTS") : error;
  });
  if (!changed) throw new AppError("SESSION_REVOKED", "the user is gone");
  return changed;
}

/** Everything that belongs to the user goes with them. */
export async function deleteUser(db: Db, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("users")
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const identitiesOfUser = prepared((db, by: { projectId: string; userId: string }) =>
  db
    .selectFrom("identities")
    .selectAll()
    .where("projectId", "=", by.projectId)
    .where("userId", "=", by.userId)
    .orderBy("createdAt"),
);

export function listIdentities(db: Db, projectId: string, userId: string): Soon<Identity[]> {
  return identitiesOfUser(db, { projectId, userId });
}

/**
 * The guests of a project who have not been seen since `before`, a batch at a time. Whoever has a
 * subscription that goes on stays: they pay for what only this account gives them.
 */
export async function deleteStaleGuests(
  db: Db,
  projectId: string,
  before: Millis,
  limit: number,
): Promise<string[]> {
  const deleted = await db
    .deleteFrom("users")
    .where("projectId", "=", projectId)
    .where("guestSince", "is not", null)
    .where("lastActiveAt", "<", before)
    .where("id", "in", (guests) =>
      guests
        .selectFrom("users")
        .select("id")
        .where("projectId", "=", projectId)
        .where("guestSince", "is not", null)
        .where("lastActiveAt", "<", before)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("subscriptions")
                .select("subscriptions.id")
                .whereRef("subscriptions.userId", "=", "users.id")
                .where("subscriptions.projectId", "=", projectId)
                .where("subscriptions.state", "not in", ["expired", "revoked"]),
            ),
          ),
        )
        .limit(limit),
    )
    .returning("id")
    .execute();
  return deleted.map(({ id }) => id);
}

/** Only to tell a caller that an id belongs elsewhere; nothing of that project is read. */
export async function findProjectOfUser(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("users").select("projectId").where("id", "=", id).executeTakeFirst();
  return row?.projectId;
}

/** Users who are no guests, newest first. */
export function listPermanentUsers(
  db: Db,
  projectId: string,
  after: { createdAt: Millis; id: string } | undefined,
  limit: number,
): Promise<User[]> {
  let query = db
    .selectFrom("users")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("guestSince", "is", null);
  if (after) {
    query = query
      .where("createdAt", "<=", after.createdAt)
      .where((user) => user.or([user("createdAt", "<", after.createdAt), user("id", "<", after.id)]));
  }
  return query.orderBy("createdAt", "desc").orderBy("id", "desc").limit(limit).execute();
}

export async function listIdentitiesOf(
  db: Db,
  projectId: string,
  userIds: readonly string[],
): Promise<Identity[]> {
  if (userIds.length === 0) return [];
  return db
    .selectFrom("identities")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("userId", "in", userIds)
    .orderBy("createdAt")
    .execute();
}

/** Returns how many were free; those that belong to somebody stay where they are. */
export async function insertIdentities(db: Db, identities: readonly Identity[]): Promise<number> {
  if (identities.length === 0) return 0;
  const inserted = await db
    .insertInto("identities")
    .values(identities)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  return inserted.length;
}
