import type { Admin, AdminRow, Db, Millis } from "./db.ts";
import { engineOf } from "./engine.ts";

export async function findAdminByEmail(db: Db, email: string): Promise<Admin | undefined> {
  return db.selectFrom("admins").selectAll().where("email", "=", email).executeTakeFirst();
}

export async function findAdmin(db: Db, id: string): Promise<Admin | undefined> {
  return db.selectFrom("admins").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The administrator with this address, who cannot be removed before the transaction ends. */
export async function keepAdmin(db: Db, email: string): Promise<Admin | undefined> {
  return db
    .selectFrom("admins")
    .selectAll()
    .where("email", "=", email)
    .modifyEnd(engineOf(db).rowLock("for share"))
    .executeTakeFirst();
}

/** The same by id, for calls that act as the administrator. A change of password or a sign-in does not wait for it. */
export async function holdAdmin(db: Db, id: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom("admins")
    .select("id")
    .where("id", "=", id)
    .modifyEnd(engineOf(db).rowLock("for key share"))
    .executeTakeFirst();
}

/** Waits for all calls that act as this administrator, and lets no other begin before the transaction ends. */
export async function lockAdmin(
  db: Db,
  admin: { id: string } | { email: string },
): Promise<Admin | undefined> {
  return db
    .selectFrom("admins")
    .selectAll()
    .where((row) => ("id" in admin ? row("id", "=", admin.id) : row("email", "=", admin.email)))
    .modifyEnd(engineOf(db).rowLock("for update"))
    .executeTakeFirst();
}

export async function listAdmins(db: Db): Promise<Admin[]> {
  return db.selectFrom("admins").selectAll().orderBy("email").execute();
}

export async function findAnyAdmin(db: Db): Promise<{ id: string } | undefined> {
  return db.selectFrom("admins").select("id").limit(1).executeTakeFirst();
}

/** Returns undefined when the email is taken. Of two concurrent callers one wins, and neither fails. */
export async function insertAdmin(db: Db, admin: AdminRow): Promise<Admin | undefined> {
  return db
    .insertInto("admins")
    .values(admin)
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function updateAdminPassword(
  db: Db,
  email: string,
  passwordHash: string,
  now: Millis,
): Promise<Admin | undefined> {
  return db
    .updateTable("admins")
    .set({ passwordHash, updatedAt: now })
    .where("email", "=", email)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Updates the administrator if their password hash is still this one; otherwise, or if they were removed, returns
 * undefined. Until the transaction ends, no other transaction can change the row.
 */
export async function updateAdminIfUnchanged(
  db: Db,
  admin: Pick<Admin, "id" | "passwordHash">,
  changes: Partial<Pick<Admin, "passwordHash" | "lastLoginAt" | "updatedAt">>,
): Promise<Admin | undefined> {
  return db
    .updateTable("admins")
    .set(changes)
    .where("id", "=", admin.id)
    .where("passwordHash", "=", admin.passwordHash)
    .returningAll()
    .executeTakeFirst();
}

/** Notes a sign-in without a password. Undefined when the administrator was removed; locks the row like the one above. */
export async function updateAdminLastLogin(db: Db, id: string, now: Millis): Promise<Admin | undefined> {
  return db
    .updateTable("admins")
    .set({ lastLoginAt: now })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Returns every administrator and lets nobody else change or remove one until the transaction ends:
 * of two who remove each other at once, the second sees what the first has done.
 */
export async function lockAdmins(db: Db): Promise<Pick<Admin, "id" | "email">[]> {
  return db
    .updateTable("admins")
    .set((admin) => ({ updatedAt: admin.ref("updatedAt") }))
    .returning(["id", "email"])
    .execute();
}

/** Sessions, factors, passkeys and personal access tokens go with the administrator. */
export async function deleteAdmin(db: Db, id: string): Promise<void> {
  await db.deleteFrom("admins").where("id", "=", id).execute();
}
