import type { AdminTotpRow, Db, Millis } from "./db.ts";

export function findAdminTotp(db: Db, adminId: string): Promise<AdminTotpRow | undefined> {
  return db.selectFrom("adminTotp").selectAll().where("adminId", "=", adminId).executeTakeFirst();
}

/** Replaces an earlier authenticator app. */
export async function putAdminTotp(db: Db, totp: AdminTotpRow): Promise<void> {
  await db
    .insertInto("adminTotp")
    .values(totp)
    .onConflict((conflict) => conflict.column("adminId").doUpdateSet(totp))
    .execute();
}

/** Uses up the code of a step and of all steps before. False when it was used before: of two callers one wins. */
export async function useAdminTotpStep(db: Db, adminId: string, step: number, now: Millis): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("adminTotp")
    .set({ lastStep: step, lastUsedAt: now })
    .where("adminId", "=", adminId)
    .where("lastStep", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false when there was none. */
export async function deleteAdminTotp(db: Db, adminId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("adminTotp")
    .where("adminId", "=", adminId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The administrators who have an authenticator app, or a passkey of this domain. */
export async function listAdminsWithFactor(db: Db, rpId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom("adminTotp")
    .select("adminId")
    .union(db.selectFrom("adminPasskeys").select("adminId").where("rpId", "=", rpId))
    .execute();
  return new Set(rows.map(({ adminId }) => adminId));
}
