import { sql } from "kysely";
import type { MaybePromise } from "../runtime/maybe-promise.ts";
import type { Db, Millis, PasskeyRow } from "./db.ts";
import { engineOf } from "./engine.ts";
import { preparedChange, preparedFirst } from "./prepared.ts";
import { isIssuedSinceRestore } from "./restored-at.ts";
import type { AnsweredChallenge } from "./rows/passkeys.ts";

type OfUser = Pick<PasskeyRow, "projectId" | "userId">;

const passkeyByCredential = preparedFirst((db, by: Pick<PasskeyRow, "projectId" | "credentialId">) =>
  db
    .selectFrom("passkeys")
    .selectAll()
    .where("projectId", "=", by.projectId)
    .where("credentialId", "=", by.credentialId),
);

export function findPasskey(
  db: Db,
  { projectId, credentialId }: Pick<PasskeyRow, "projectId" | "credentialId">,
): MaybePromise<PasskeyRow | undefined> {
  return passkeyByCredential(db, { projectId, credentialId });
}

/** Newest first. */
export function listPasskeys(db: Db, { projectId, userId }: OfUser): Promise<PasskeyRow[]> {
  return db
    .selectFrom("passkeys")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .orderBy("id", "desc")
    .execute();
}

/** How many each of these users has; users without any are left out. */
export async function countPasskeysOf(
  db: Db,
  projectId: string,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("passkeys")
    .select(({ fn }) => ["userId", fn.countAll<number>().as("count")])
    .where("projectId", "=", projectId)
    .where("userId", "in", userIds)
    .groupBy("userId")
    .execute();
  return new Map(rows.map(({ userId, count }) => [userId, Number(count)]));
}

/** Returns false when the project knows this credential id already, of whichever user. */
export async function insertPasskey(db: Db, passkey: PasskeyRow): Promise<boolean> {
  const inserted = await db
    .insertInto("passkeys")
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Locks the passkey against its removal, until the transaction ends. Undefined when it is gone. */
export function lockPasskey(
  db: Db,
  { projectId, userId, id }: Pick<PasskeyRow, "projectId" | "userId" | "id">,
): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom("passkeys")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .where("id", "=", id)
    .modifyEnd(engineOf(db).rowLock("for update"))
    .executeTakeFirst();
}

type Use = Pick<PasskeyRow, "projectId" | "userId" | "id" | "signCount" | "backedUp" | "lastUsedAt"> & {
  /** The counter as it was read. */
  before: number;
};

const passkeyUse = preparedChange((db, by: Use) =>
  db
    .updateTable("passkeys")
    .set({ signCount: by.signCount, backedUp: by.backedUp, lastUsedAt: by.lastUsedAt })
    .where("projectId", "=", by.projectId)
    .where("userId", "=", by.userId)
    .where("id", "=", by.id)
    .where("signCount", "=", by.before),
);

/** Stores a use and locks the passkey. Returns false when it is gone, or when its counter is not what was read. */
export async function notePasskeyUse(db: Db, use: Use): Promise<boolean> {
  return (await passkeyUse(db, use)) > 0;
}

/** Returns the passkey after the change, or undefined when it is gone. */
export function updatePasskey(
  db: Db,
  { projectId, userId, id }: Pick<PasskeyRow, "projectId" | "userId" | "id">,
  changes: Pick<PasskeyRow, "name">,
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable("passkeys")
    .set(changes)
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** All of the user's, or these. Returns what is gone. */
export function deletePasskeys(
  db: Db,
  { projectId, userId }: OfUser,
  ids?: readonly string[],
): Promise<PasskeyRow[]> {
  let query = db.deleteFrom("passkeys").where("projectId", "=", projectId).where("userId", "=", userId);
  if (ids !== undefined) query = query.where("id", "in", ids);
  return query.returningAll().execute();
}

const usedChallenge = preparedChange((db, { hash, projectId, expiresAt, issuedAt }: AnsweredChallenge) =>
  db
    .insertInto("usedPasskeyChallenges")
    .columns(["hash", "projectId", "expiresAt"])
    .expression(
      db
        .selectNoFrom([
          sql<string>`cast(${hash} as text)`.as("hash"),
          sql<string | null>`cast(${projectId} as text)`.as("projectId"),
          sql<Millis>`cast(${expiresAt} as bigint)`.as("expiresAt"),
        ])
        .where(isIssuedSinceRestore(issuedAt)),
    )
    .onConflict((conflict) => conflict.doNothing()),
);

/**
 * Returns whether the challenge had not been answered before. Of two concurrent callers only one gets true. Nobody knows
 * that of a challenge which was issued before a backup was restored, so such a one counts as answered.
 */
export async function insertUsedChallenge(db: Db, challenge: AnsweredChallenge): Promise<boolean> {
  return (await usedChallenge(db, challenge)) > 0;
}

export async function deleteExpiredUsedChallenges(db: Db, now: Millis, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("usedPasskeyChallenges")
    .where("hash", "in", (used) =>
      used.selectFrom("usedPasskeyChallenges").select("hash").where("expiresAt", "<=", now).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
