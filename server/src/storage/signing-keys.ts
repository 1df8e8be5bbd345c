import type { Db, Millis, SigningKey } from "./db.ts";
import { preparedFirst } from "./prepared.ts";

/**
 * The grace of a stand-by key: 9999-01-01, much later than that of any retired key. A replica of 0.1 takes the row for
 * a retired key: it publishes the key and never signs with it. No later, because a Timestamp ends with that year.
 */
export const STAND_BY_UNTIL: Millis = 253_370_764_800_000;

export async function insertSigningKey(db: Db, key: SigningKey): Promise<void> {
  await db.insertInto("signingKeys").values(key).execute();
}

export const findActiveSigningKey = preparedFirst((db, by: { projectId: string }) =>
  db
    .selectFrom("signingKeys")
    .selectAll()
    .where("projectId", "=", by.projectId)
    .where("graceUntil", "is", null),
);

/**
 * Publishes a key that does not sign yet. Returns false when the project has a stand-by key already; a unique index
 * decides between two callers.
 */
export async function insertStandByKey(db: Db, key: SigningKey): Promise<boolean> {
  const inserted = await db
    .insertInto("signingKeys")
    .values({ ...key, graceUntil: STAND_BY_UNTIL })
    .onConflict((conflict) => conflict.doNothing())
    .returning("kid")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Lets the stand-by key sign and returns its kid. Retire the active key first. */
export async function activateStandByKey(db: Db, projectId: string): Promise<string | undefined> {
  const activated = await db
    .updateTable("signingKeys")
    .set({ graceUntil: null })
    .where("projectId", "=", projectId)
    .where("graceUntil", "=", STAND_BY_UNTIL)
    .returning("kid")
    .executeTakeFirst();
  return activated?.kid;
}

/** The ids of projects that have no stand-by key, in order, after the given one. */
export async function listProjectsWithoutStandByKey(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("projects")
    .select("id")
    .where("deletedAt", "is", null)
    .where("id", ">", after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("signingKeys")
            .select("kid")
            .whereRef("signingKeys.projectId", "=", "projects.id")
            .where("graceUntil", "=", STAND_BY_UNTIL),
        ),
      ),
    )
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The keys in the JWKS: the active key, the stand-by key, then retired keys, the newest first. */
export function listPublishedSigningKeys(db: Db, projectId: string, now: Millis): Promise<SigningKey[]> {
  return db
    .selectFrom("signingKeys")
    .selectAll()
    .where("projectId", "=", projectId)
    .where((key) => key.or([key("graceUntil", "is", null), key("graceUntil", ">", now)]))
    .orderBy(({ eb }) =>
      eb
        .case()
        .when("graceUntil", "is", null)
        .then(eb.lit(0))
        .when("graceUntil", "=", STAND_BY_UNTIL)
        .then(eb.lit(1))
        .else(eb.lit(2))
        .end(),
    )
    .orderBy("createdAt", "desc")
    .orderBy("graceUntil", "desc") // the first two keys of a project are made in the same moment
    .execute();
}

/** The active key stops signing. Tokens that it signed stay valid until `graceUntil`. */
export async function retireSigningKey(db: Db, projectId: string, graceUntil: Millis): Promise<void> {
  await db
    .updateTable("signingKeys")
    .set({ graceUntil })
    .where("projectId", "=", projectId)
    .where("graceUntil", "is", null)
    .execute();
}

export async function deleteSigningKeys(db: Db, projectId: string): Promise<void> {
  await db.deleteFrom("signingKeys").where("projectId", "=", projectId).execute();
}

/** Those whose grace is over, of one project or of all. */
export async function deleteExpiredSigningKeys(db: Db, now: Millis, projectId?: string): Promise<number> {
  let query = db.deleteFrom("signingKeys").where("graceUntil", "<=", now);
  if (projectId !== undefined) query = query.where("projectId", "=", projectId);
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}
