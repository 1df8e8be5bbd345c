import type { MaybePromise } from "../runtime/maybe-promise.ts";
import type { Db, EntitlementGrantRow, Millis } from "./db.ts";
import { prepared } from "./prepared.ts";

export async function insertGrant(db: Db, grant: EntitlementGrantRow): Promise<void> {
  await db.insertInto("entitlementGrants").values(grant).execute();
}

const liveGrants = prepared((db, by: { projectId: string; userId: string; now: Millis }) =>
  db
    .selectFrom("entitlementGrants")
    .selectAll()
    .where("projectId", "=", by.projectId)
    .where("userId", "=", by.userId)
    .where("revokedAt", "is", null)
    .where((grant) => grant.or([grant("expiresAt", "is", null), grant("expiresAt", ">", by.now)]))
    .orderBy("createdAt")
    .orderBy("id"),
);

/** Those that hold now, the oldest first. */
export function listLiveGrants(
  db: Db,
  projectId: string,
  userId: string,
  now: Millis,
): MaybePromise<EntitlementGrantRow[]> {
  return liveGrants(db, { projectId, userId, now });
}

export function findGrant(db: Db, projectId: string, id: string): Promise<EntitlementGrantRow | undefined> {
  return db
    .selectFrom("entitlementGrants")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The grant if it was taken back just now; undefined when it was before, or never was. */
export function revokeGrant(
  db: Db,
  projectId: string,
  id: string,
  now: Millis,
): Promise<EntitlementGrantRow | undefined> {
  return db
    .updateTable("entitlementGrants")
    .set({ revokedAt: now })
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
}
