import type { Db, Millis } from "./db.ts";

/**
 * A lease that ends so much later than the one asked for is a leftover of a clock that was wrong. Its
 * holder may be gone, and nobody should wait for days until it ends.
 */
const WRONG_CLOCK_MS: Millis = 3_600_000;

/**
 * Takes or renews a lease; false while another holder has it. One statement, so of two holders who
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
        .where((lease) =>
          lease.or([
            lease("leases.until", "<=", now),
            lease("leases.until", ">", until + WRONG_CLOCK_MS),
            lease("leases.holder", "=", holder),
          ]),
        ),
    )
    .returning("name")
    .executeTakeFirst();
  return taken !== undefined;
}

export async function releaseLease(db: Db, name: string, holder: string): Promise<void> {
  await db.deleteFrom("leases").where("name", "=", name).where("holder", "=", holder).execute();
}

export async function isLeaseHeld(db: Db, name: string, now: Millis): Promise<boolean> {
  const held = await db
    .selectFrom("leases")
    .select("name")
    .where("name", "=", name)
    .where("until", ">", now)
    .executeTakeFirst();
  return held !== undefined;
}
