import type { Updateable } from "kysely";
import { AppError } from "../errors.ts";
import type { MaybePromise } from "../runtime/maybe-promise.ts";
import type { Db, Identity, Millis, User, UserRow } from "./db.ts";
import { engineOf, type RowLock } from "./engine.ts";
import { countHashes } from "./hash-counts.ts";
import { prepared, preparedFirst } from "./prepared.ts";
import { USER_COLUMNS } from "./rows/users.ts";
import { searchTextOf } from "./search-text.ts";
import { insertActivity } from "./user-activity.ts";

const userById = preparedFirst((db, by: { projectId: string; id: string }) =>
  db.selectFrom("users").select(USER_COLUMNS).where("projectId", "=", by.projectId).where("id", "=", by.id),
);

export function findUser(db: Db, projectId: string, id: string): MaybePromise<User | undefined> {
  return userById(db, { projectId, id });
}

const userByEmail = preparedFirst((db, by: { projectId: string; email: string }) =>
  db
    .selectFrom("users")
    .select(USER_COLUMNS)
    .where("projectId", "=", by.projectId)
    .where("email", "=", by.email),
);

const userKept = preparedFirst((db, by: { projectId: string; id: string }) =>
  db
    .selectFrom("users")
    .select(USER_COLUMNS)
    .where("projectId", "=", by.projectId)
    .where("id", "=", by.id)
    .modifyEnd(engineOf(db).rowLock("for key share")),
);

/** The user, who cannot be deleted before the transaction ends. */
export function keepUser(db: Db, projectId: string, id: string): MaybePromise<User | undefined> {
  return userKept(db, { projectId, id });
}

/** Returns the user and locks the row: until the transaction ends, no other one can keep, change or delete it. */
export function lockUserForDelete(db: Db, projectId: string, id: string): Promise<User | undefined> {
  return selectLocked(db, projectId, id, "for update");
}

/** Returns the user and locks the row: until the transaction ends, no other one can change or delete it. */
export function lockUserForUpdate(db: Db, projectId: string, id: string): Promise<User | undefined> {
  return selectLocked(db, projectId, id, "for no key update");
}

function selectLocked(db: Db, projectId: string, id: string, lock: RowLock): Promise<User | undefined> {
  return db
    .selectFrom("users")
    .select(USER_COLUMNS)
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .modifyEnd(engineOf(db).rowLock(lock))
    .executeTakeFirst();
}

export function findUserByEmail(db: Db, projectId: string, email: string): MaybePromise<User | undefined> {
  return userByEmail(db, { projectId, email });
}

const userInsert = preparedFirst((db, user: UserRow) =>
  db
    .insertInto("users")
    .values(user)
    .onConflict((conflict) =>
      conflict.columns(["projectId", "email"]).where("email", "is not", null).doNothing(),
    )
    .returning(USER_COLUMNS),
);

/**
 * Returns undefined when the email is taken. The caller counts the password hash, if there is one. Call it in a
 * transaction.
 */
export async function insertUser(db: Db, user: Omit<UserRow, "searchText">): Promise<User | undefined> {
  const row = { ...user, searchText: searchTextOf(user.email, user.displayName) };
  const inserted = await userInsert(db, row);
  if (inserted) await insertActivity(db, inserted);
  return inserted;
}

export type UserChanges = Omit<Updateable<UserRow>, "id" | "projectId" | "searchText">;

export function updateUser(
  db: Db,
  projectId: string,
  id: string,
  changes: UserChanges,
): Promise<User | undefined> {
  return updateUserIfUnchanged(db, { projectId, id }, changes);
}

const COMPARED = ["disabledAt", "email", "emailVerifiedAt", "passwordHash"] as const;

/** Which user to update, and the values that the row must still have. */
export type ExpectedUser = Pick<User, "id" | "projectId"> & Partial<Pick<User, (typeof COMPARED)[number]>>;

/**
 * Updates the user if every given column still has the given value; otherwise returns undefined. One
 * statement, so nothing changes between the check and the write. Fails with EMAIL_ALREADY_EXISTS when
 * another user of the project has the address. Call it in a transaction when the password changes.
 */
export async function updateUserIfUnchanged(
  db: Db,
  expected: ExpectedUser,
  changes: UserChanges,
): Promise<User | undefined> {
  const { projectId, id } = expected;
  const { passwordHash } = changes;
  const before = passwordHash === undefined ? null : await passwordHashOf(db, expected);
  const updated = await setColumns(db, expected, clearWithAddress(changes));
  if (!updated) return undefined;
  if (passwordHash !== undefined) {
    await countHashes(db, projectId, [{ userId: id, before, after: passwordHash }]);
  }
  const searchText = searchTextOf(updated.email, updated.displayName);
  if (searchText === updated.searchText) return updated;
  return setColumns(db, { projectId, id }, { searchText });
}

/** The hash that an update is about to replace. */
async function passwordHashOf(db: Db, { projectId, id, passwordHash }: ExpectedUser): Promise<string | null> {
  if (passwordHash !== undefined) return passwordHash;
  return (await lockUserForUpdate(db, projectId, id))?.passwordHash ?? null;
}

/** No device token of an earlier epoch counts from now on. Undefined when the user is gone. */
export function raiseCredentialEpoch(db: Db, projectId: string, id: string): Promise<User | undefined> {
  return db
    .updateTable("users")
    .set((row) => ({ credentialEpoch: row("credentialEpoch", "+", 1) }))
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .returning(USER_COLUMNS)
    .executeTakeFirst();
}

/**
 * A proof of any address, and a change of the address, end the time in which its mailbox may delete the account. Neither
 * a new address nor one that was just proven bounces.
 */
function clearWithAddress(changes: UserChanges): UserChanges {
  const ends = typeof changes.emailVerifiedAt === "number" || changes.email !== undefined;
  const cleared = { unprovenSignUpAt: null, emailBouncedAt: null, emailBounceReason: null };
  return ends ? { ...changes, ...cleared } : changes;
}

function setColumns(
  db: Db,
  expected: ExpectedUser,
  columns: Updateable<UserRow>,
): Promise<UserRow | undefined> {
  let query = db
    .updateTable("users")
    .set(columns)
    .where("projectId", "=", expected.projectId)
    .where("id", "=", expected.id);
  for (const column of COMPARED) {
    const value = expected[column];
    if (value !== undefined) query = query.where(column, "is not distinct from", value);
  }
  return query
    .returning([...USER_COLUMNS, "searchText"])
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw engineOf(db).isUniqueViolation(error) ? new AppError("EMAIL_ALREADY_EXISTS") : error;
    });
}

/** Everything that belongs to the user goes with them. The caller counts the password hash, if there is one. */
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

export function listIdentities(db: Db, projectId: string, userId: string): MaybePromise<Identity[]> {
  return identitiesOfUser(db, { projectId, userId });
}

/** Only to tell a caller that an id belongs elsewhere; nothing of that project is read. */
export async function findProjectOfUser(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("users").select("projectId").where("id", "=", id).executeTakeFirst();
  return row?.projectId;
}

/** Users for an export, newest first. */
export function listExportedUsers(
  db: Db,
  projectId: string,
  after: { createdAt: Millis; id: string } | undefined,
  { limit, includeGuests }: { limit: number; includeGuests: boolean },
): Promise<User[]> {
  let query = db.selectFrom("users").select(USER_COLUMNS).where("projectId", "=", projectId);
  if (!includeGuests) query = query.where("guestSince", "is", null);
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
