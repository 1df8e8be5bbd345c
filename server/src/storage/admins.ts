import type { Admin, AdminRow, Db, Millis, PersonalAccessToken, PersonalAccessTokenRow } from "./db.ts";
import { isPostgres } from "./engine.ts";

export async function findAdminByEmail(db: Db, email: string): Promise<Admin | undefined> {
  return db.selectFrom("admins").selectAll().where("email", "=", email).executeTakeFirst();
}

export async function findAdmin(db: Db, id: string): Promise<Admin | undefined> {
  return db.selectFrom("admins").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The administrator with this address, who cannot be removed before the transaction ends. */
export async function keepAdmin(db: Db, email: string): Promise<Admin | undefined> {
  const query = db.selectFrom("admins").selectAll().where("email", "=", email);
  return (isPostgres(db) ? query.forShare() : query).executeTakeFirst();
}

export async function listAdmins(db: Db): Promise<Admin[]> {
  return db.selectFrom("admins").selectAll().orderBy("email").execute();
}

export async function findAnyAdmin(db: Db): Promise<{ id: string } | undefined> {
  return db.selectFrom("admins").select("id").limit(1).executeTakeFirst();
}

/** Returns undefined when the e-mail is taken. Of two concurrent callers one wins, and neither fails. */
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
 * Changes the administrator who has proven the password of this hash. Returns undefined when they have
 * another one by now, or are gone; otherwise that stays so until the transaction ends.
 */
export async function updateProvenAdmin(
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

/** Sessions and personal access tokens go with the administrator. */
export async function deleteAdmin(db: Db, id: string): Promise<void> {
  await db.deleteFrom("admins").where("id", "=", id).execute();
}

export async function insertPersonalAccessToken(
  db: Db,
  token: PersonalAccessTokenRow,
): Promise<PersonalAccessToken> {
  return db.insertInto("personalAccessTokens").values(token).returningAll().executeTakeFirstOrThrow();
}

/** Those that are not revoked, newest first. */
export async function findPersonalAccessTokens(db: Db, adminId: string): Promise<PersonalAccessToken[]> {
  return db
    .selectFrom("personalAccessTokens")
    .selectAll()
    .where("adminId", "=", adminId)
    .where("revokedAt", "is", null)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Returns undefined when the admin has no such token or it is revoked already. */
export async function revokePersonalAccessTokenRow(
  db: Db,
  adminId: string,
  id: string,
  now: Millis,
): Promise<PersonalAccessToken | undefined> {
  return db
    .updateTable("personalAccessTokens")
    .set({ revokedAt: now })
    .where("adminId", "=", adminId)
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** The admin behind a token that is neither revoked nor expired. */
export async function findAdminByTokenHash(
  db: Db,
  hash: string,
  now: Millis,
): Promise<{ admin: Admin; tokenId: string; tokenLastUsedAt: Millis | null } | undefined> {
  const row = await db
    .selectFrom("personalAccessTokens as token")
    .innerJoin("admins as admin", "admin.id", "token.adminId")
    .selectAll("admin")
    .select(["token.id as tokenId", "token.lastUsedAt as tokenLastUsedAt"])
    .where("token.hash", "=", hash)
    .where("token.revokedAt", "is", null)
    .where((token) => token.or([token("token.expiresAt", "is", null), token("token.expiresAt", ">", now)]))
    .executeTakeFirst();
  if (!row) return undefined;
  const { tokenId, tokenLastUsedAt, ...admin } = row;
  return { admin, tokenId, tokenLastUsedAt };
}

export async function touchPersonalAccessToken(db: Db, id: string, now: Millis): Promise<void> {
  await db.updateTable("personalAccessTokens").set({ lastUsedAt: now }).where("id", "=", id).execute();
}
