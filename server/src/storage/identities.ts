import type { Updateable } from "kysely";
import type { Db, Identity, IdentityRow } from "./db.ts";
import { engineOf } from "./engine.ts";

export function findIdentity(
  db: Db,
  projectId: string,
  provider: string,
  subject: string,
): Promise<Identity | undefined> {
  return db
    .selectFrom("identities")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("provider", "=", provider)
    .where("subject", "=", subject)
    .executeTakeFirst();
}

/** Returns false when another user has this account, or this user has another account of the same provider. */
export async function insertIdentity(db: Db, identity: Identity): Promise<boolean> {
  const inserted = await db
    .insertInto("identities")
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Returns whether the identity is still there. */
export async function updateIdentity(
  db: Db,
  projectId: string,
  id: string,
  changes: Omit<Updateable<IdentityRow>, "id" | "projectId">,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("identities")
    .set(changes)
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** All of the user's, or those of these providers. Returns what is gone. */
export function deleteIdentities(
  db: Db,
  projectId: string,
  userId: string,
  providers?: readonly string[],
): Promise<Identity[]> {
  let query = db.deleteFrom("identities").where("projectId", "=", projectId).where("userId", "=", userId);
  if (providers !== undefined) query = query.where("provider", "in", providers);
  return query.returningAll().execute();
}

/** Locks the provider account against its removal, until the transaction ends. Returns false when it is gone. */
export async function lockIdentity(
  db: Db,
  { projectId, userId, id }: Pick<Identity, "projectId" | "userId" | "id">,
): Promise<boolean> {
  const identity = await db
    .selectFrom("identities")
    .select("id")
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .where("id", "=", id)
    .modifyEnd(engineOf(db).rowLock("for update"))
    .executeTakeFirst();
  return identity !== undefined;
}
