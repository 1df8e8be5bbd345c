import type { Db, Millis } from "./db.ts";

export async function insertAdminRecoveryCodes(
  db: Db,
  adminId: string,
  macs: readonly string[],
  now: Millis,
): Promise<void> {
  const rows = macs.map((mac) => ({ adminId, mac, createdAt: now, usedAt: null }));
  await db.insertInto("adminRecoveryCodes").values(rows).execute();
}

/** False when there is no such code, or it was used before: of two callers one wins. */
export async function useAdminRecoveryCode(
  db: Db,
  adminId: string,
  mac: string,
  now: Millis,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("adminRecoveryCodes")
    .set({ usedAt: now })
    .where("adminId", "=", adminId)
    .where("mac", "=", mac)
    .where("usedAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countAdminRecoveryCodes(db: Db, adminId: string): Promise<number> {
  const { count } = await db
    .selectFrom("adminRecoveryCodes")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("adminId", "=", adminId)
    .where("usedAt", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function deleteAdminRecoveryCodes(db: Db, adminId: string): Promise<void> {
  await db.deleteFrom("adminRecoveryCodes").where("adminId", "=", adminId).execute();
}
