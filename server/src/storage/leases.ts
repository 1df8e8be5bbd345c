import type { Db, Millis } from "./db.ts";

/**
 * Takes or renews a lease; false while somebody else has it. One statement, so of two holders who
 * ask at once only one gets it.
 */
export async function takeLease(
  db: Db,
  name: string,
  holder: string,
  now: Millis,
  until: Millis,
): Promise<boolean> {
  const taken = await db
    .insertInto("leases")
    .values({ name, holder, until })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ holder, until })
        .where((lease) => lease.or([lease("leases.until", "<=", now), lease("leases.holder", "=", holder)])),
    )
    .returning("name")
    .executeTakeFirst();
  return taken !== undefined;
}

export async function releaseLease(db: Db, name: string, holder: string): Promise<void> {
  await db.deleteFrom("leases").where("name", "=", name).where("holder", "=", holder).execute();
}
