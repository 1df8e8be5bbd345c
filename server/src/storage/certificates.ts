import type { Certificate, Db, Millis } from "./db.ts";

export function findCertificate(db: Db, directory: string, names: string): Promise<Certificate | undefined> {
  return db
    .selectFrom("certificates")
    .selectAll()
    .where("directory", "=", directory)
    .where("names", "=", names)
    .executeTakeFirst();
}

/** The one of this authority that lasts longest, whatever its names. */
export function findOtherCertificate(
  db: Db,
  directory: string,
  validAt: Millis,
): Promise<Certificate | undefined> {
  return db
    .selectFrom("certificates")
    .selectAll()
    .where("directory", "=", directory)
    .where("notAfter", ">", validAt)
    .orderBy("notAfter", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Keeps what is there: of two replicas the first one decides. */
export async function insertCertificate(db: Db, certificate: Certificate): Promise<void> {
  await db
    .insertInto("certificates")
    .values(certificate)
    .onConflict((conflict) => conflict.columns(["directory", "names"]).doNothing())
    .execute();
}

/** Counts an attempt and takes it until `leaseEnds`. One statement, so of two replicas only one gets it. */
export function claimCertificate(
  db: Db,
  { id, nextAttemptAt, attempts }: Certificate,
  leaseEnds: Millis,
): Promise<Certificate | undefined> {
  return db
    .updateTable("certificates")
    .set((row) => ({ nextAttemptAt: leaseEnds, attempts: row("attempts", "+", 1) }))
    .where("id", "=", id)
    .where("nextAttemptAt", "=", nextAttemptAt)
    .where("attempts", "=", attempts)
    .returningAll()
    .executeTakeFirst();
}

/** Says how an attempt went, unless another replica has claimed the next one since. */
export async function updateCertificate(
  db: Db,
  { id, attempts }: Certificate,
  changes: Partial<Omit<Certificate, "id" | "directory" | "names">>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("certificates")
    .set(changes)
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
