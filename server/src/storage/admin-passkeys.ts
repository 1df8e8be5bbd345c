import type { AdminPasskeyRow, Db } from "./db.ts";
import { engineOf } from "./engine.ts";

type Own = Pick<AdminPasskeyRow, "adminId" | "id">;

export function findAdminPasskey(db: Db, credentialId: string): Promise<AdminPasskeyRow | undefined> {
  return db
    .selectFrom("adminPasskeys")
    .selectAll()
    .where("credentialId", "=", credentialId)
    .executeTakeFirst();
}

/** Whether any administrator has a passkey of this domain. */
export async function hasAdminPasskeyOf(db: Db, rpId: string): Promise<boolean> {
  const found = await db
    .selectFrom("adminPasskeys")
    .select("id")
    .where("rpId", "=", rpId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Newest first. */
export function listAdminPasskeys(db: Db, adminId: string): Promise<AdminPasskeyRow[]> {
  return db
    .selectFrom("adminPasskeys")
    .selectAll()
    .where("adminId", "=", adminId)
    .orderBy("id", "desc")
    .execute();
}

/** Returns false when the credential id is known already, of whichever administrator. */
export async function insertAdminPasskey(db: Db, passkey: AdminPasskeyRow): Promise<boolean> {
  const inserted = await db
    .insertInto("adminPasskeys")
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Locks the passkey against its removal, until the transaction ends. Undefined when it is gone. */
export function lockAdminPasskey(db: Db, { adminId, id }: Own): Promise<AdminPasskeyRow | undefined> {
  return db
    .selectFrom("adminPasskeys")
    .selectAll()
    .where("adminId", "=", adminId)
    .where("id", "=", id)
    .modifyEnd(engineOf(db).rowLock("for update"))
    .executeTakeFirst();
}

/** Returns the passkey after the change, or undefined when it is gone. */
export function updateAdminPasskey(
  db: Db,
  { adminId, id }: Own,
  changes: Partial<Pick<AdminPasskeyRow, "signCount" | "backedUp" | "lastUsedAt" | "name">>,
): Promise<AdminPasskeyRow | undefined> {
  return db
    .updateTable("adminPasskeys")
    .set(changes)
    .where("adminId", "=", adminId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

export function deleteAdminPasskey(db: Db, { adminId, id }: Own): Promise<AdminPasskeyRow | undefined> {
  return db
    .deleteFrom("adminPasskeys")
    .where("adminId", "=", adminId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** Returns how many there were. */
export async function deleteAdminPasskeys(db: Db, adminId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("adminPasskeys")
    .where("adminId", "=", adminId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
