import type {
  Admin,
  AdminRow,
  Db,
  EventRow,
  Millis,
  PersonalAccessToken,
  PersonalAccessTokenRow,
} from "./db.ts";

export async function findAdminByEmail(db: Db, email: string): Promise<Admin | undefined> {
  return db.selectFrom("admins").selectAll().where("email", "=", email).executeTakeFirst();
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

export async function deleteAdminSessions(db: Db, adminId: string): Promise<void> {
  await db.deleteFrom("adminSessions").where("adminId", "=", adminId).execute();
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

/** One line of the audit log of the instance. */
export async function insertAdminEvent(db: Db, event: Omit<EventRow, "projectId" | "userId">): Promise<void> {
  await db
    .insertInto("events")
    .values({ ...event, projectId: null, userId: null })
    .execute();
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
