import type { Admin, Db, Millis, PersonalAccessToken, PersonalAccessTokenRow } from "./db.ts";
import { engineOf } from "./engine.ts";

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

/** The token if it is neither revoked nor expired; it stays so until the transaction ends. */
export async function holdPersonalAccessToken(
  db: Db,
  adminId: string,
  id: string,
  now: Millis,
): Promise<PersonalAccessToken | undefined> {
  return db
    .selectFrom("personalAccessTokens")
    .selectAll()
    .where("adminId", "=", adminId)
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .where((token) => token.or([token("expiresAt", "is", null), token("expiresAt", ">", now)]))
    .modifyEnd(engineOf(db).rowLock("for share"))
    .executeTakeFirst();
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

/**
 * Revokes the token, all that were created with it, with one of those, and so on. Returns those that were not revoked before. Tokens
 * that were are followed, too: their children may not be. `union` visits each once, so the walk ends.
 */
export async function revokePersonalAccessTokenTree(
  db: Db,
  adminId: string,
  id: string,
  now: Millis,
): Promise<PersonalAccessToken[]> {
  return db
    .withRecursive("tree", (tree) =>
      tree
        .selectFrom("personalAccessTokens as root")
        .select("root.id")
        .where("root.adminId", "=", adminId)
        .where("root.id", "=", id)
        .union(
          tree
            .selectFrom("tree")
            // Written so, SQLite asks the index for each one's children instead of looking at all tokens again.
            .crossJoin("personalAccessTokens as child")
            .select("child.id")
            .whereRef("child.parentId", "=", "tree.id")
            .where("child.adminId", "=", adminId),
        ),
    )
    .updateTable("personalAccessTokens")
    .set({ revokedAt: now })
    .where("adminId", "=", adminId)
    .where("id", "in", (token) => token.selectFrom("tree").select("tree.id"))
    .where("revokedAt", "is", null)
    .returningAll()
    .execute();
}

/** Returns how many were not revoked before. */
export async function revokePersonalAccessTokensOf(db: Db, adminId: string, now: Millis): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("personalAccessTokens")
    .set({ revokedAt: now })
    .where("adminId", "=", adminId)
    .where("revokedAt", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The admin behind a token that is neither revoked nor expired. */
export async function findAdminByTokenHash(
  db: Db,
  hash: string,
  now: Millis,
): Promise<
  { admin: Admin; tokenId: string; tokenLastUsedAt: Millis | null; tokenLimits: string | null } | undefined
> {
  const row = await db
    .selectFrom("personalAccessTokens as token")
    .innerJoin("admins as admin", "admin.id", "token.adminId")
    .selectAll("admin")
    .select(["token.id as tokenId", "token.lastUsedAt as tokenLastUsedAt", "token.limits as tokenLimits"])
    .where("token.hash", "=", hash)
    .where("token.revokedAt", "is", null)
    .where((token) => token.or([token("token.expiresAt", "is", null), token("token.expiresAt", ">", now)]))
    .executeTakeFirst();
  if (!row) return undefined;
  const { tokenId, tokenLastUsedAt, tokenLimits, ...admin } = row;
  return { admin, tokenId, tokenLastUsedAt, tokenLimits };
}

export async function touchPersonalAccessToken(db: Db, id: string, now: Millis): Promise<void> {
  await db.updateTable("personalAccessTokens").set({ lastUsedAt: now }).where("id", "=", id).execute();
}
