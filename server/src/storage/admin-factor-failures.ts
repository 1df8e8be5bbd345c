import type { Db, Millis } from "./db.ts";

/** The times of wrong codes of this kind, the oldest first. */
export async function findAdminFactorFailures(db: Db, adminId: string, factor: string): Promise<Millis[]> {
  const row = await db
    .selectFrom("adminFactorFailures")
    .select("times")
    .where("adminId", "=", adminId)
    .where("factor", "=", factor)
    .executeTakeFirst();
  return row === undefined ? [] : (JSON.parse(row.times) as Millis[]);
}

/** Call it with the administrator locked. */
export async function putAdminFactorFailures(
  db: Db,
  adminId: string,
  factor: string,
  failures: readonly Millis[],
): Promise<void> {
  const changes = { times: JSON.stringify(failures), lastAt: failures.at(-1) ?? 0 };
  await db
    .insertInto("adminFactorFailures")
    .values({ adminId, factor, ...changes })
    .onConflict((conflict) => conflict.columns(["adminId", "factor"]).doUpdateSet(changes))
    .execute();
}

export async function deleteAdminFactorFailures(db: Db, adminId: string): Promise<void> {
  await db.deleteFrom("adminFactorFailures").where("adminId", "=", adminId).execute();
}

/** Those without a wrong code since then. */
export async function deleteOldAdminFactorFailures(db: Db, before: Millis, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("adminFactorFailures")
    .where("adminId", "in", (failure) =>
      failure.selectFrom("adminFactorFailures").select("adminId").where("lastAt", "<=", before).limit(limit),
    )
    .where("lastAt", "<=", before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
