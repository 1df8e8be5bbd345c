import type { AdminInvite, Db, Millis } from "./db.ts";

/** Stores the newest invitation to its address; an older one, and its link, are void from here on. */
export async function replaceAdminInvite(db: Db, invite: AdminInvite): Promise<void> {
  await db
    .insertInto("adminInvites")
    .values(invite)
    .onConflict((conflict) => conflict.column("email").doUpdateSet(invite))
    .execute();
}

/** Gives the open invitation to this address a link of its own; an older link is void from here on. */
export async function updateAdminInviteLink(
  db: Db,
  email: string,
  link: { hash: string; expiresAt: Millis },
  now: Millis,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("adminInvites")
    .set(link)
    .where("email", "=", email)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findAdminInviteByHash(
  db: Db,
  hash: string,
  now: Millis,
): Promise<AdminInvite | undefined> {
  return db
    .selectFrom("adminInvites")
    .selectAll()
    .where("hash", "=", hash)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
}

/** Newest first. */
export async function listOpenAdminInvites(db: Db, now: Millis): Promise<AdminInvite[]> {
  return db
    .selectFrom("adminInvites")
    .selectAll()
    .where("expiresAt", ">", now)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Takes the invitation away and returns it. One statement, so of two concurrent callers only one gets it. */
export async function consumeAdminInvite(
  db: Db,
  hash: string,
  now: Millis,
): Promise<AdminInvite | undefined> {
  return db
    .deleteFrom("adminInvites")
    .where("hash", "=", hash)
    .where("expiresAt", ">", now)
    .returningAll()
    .executeTakeFirst();
}

/** Returns undefined when there is no such open invitation. */
export async function deleteAdminInvite(db: Db, id: string, now: Millis): Promise<AdminInvite | undefined> {
  return db
    .deleteFrom("adminInvites")
    .where("id", "=", id)
    .where("expiresAt", ">", now)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteAdminInvitesBy(db: Db, invitedBy: string): Promise<void> {
  await db.deleteFrom("adminInvites").where("invitedBy", "=", invitedBy).execute();
}

export async function deleteAdminInviteTo(db: Db, email: string): Promise<void> {
  await db.deleteFrom("adminInvites").where("email", "=", email).execute();
}

export async function deleteExpiredAdminInvites(db: Db, now: Millis, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("adminInvites")
    .where("id", "in", (invite) =>
      invite.selectFrom("adminInvites").select("id").where("expiresAt", "<=", now).limit(limit),
    )
    // Again on the row itself: the address may have been invited anew since it was picked.
    .where("expiresAt", "<=", now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
