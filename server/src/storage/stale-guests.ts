import type { ExpressionBuilder } from "kysely";
import type { Db, Millis, Tables } from "./db.ts";
import { engineOf } from "./engine.ts";
import { countHashes } from "./hash-counts.ts";
import { heldPurchase } from "./purchases.ts";

/**
 * Deletes guests of the project who have not been seen since `before`, and returns their ids. A guest with a live
 * subscription or a one-time purchase that is not used up stays: only this account gives them what they paid for. Call it in a transaction.
 */
export async function deleteStaleGuests(
  db: Db,
  projectId: string,
  before: Millis,
  limit: number,
): Promise<string[]> {
  const found = await db
    .selectFrom("users")
    .select("id")
    .where("projectId", "=", projectId)
    .where("guestSince", "is not", null)
    .where("lastActiveAt", "<", before)
    .where((user) => user.not(user.exists(liveSubscription(user, projectId))))
    .where((user) => user.not(user.exists(heldPurchase(user, projectId))))
    .limit(limit)
    .execute();
  const ids = await withoutLockedSessions(
    db,
    projectId,
    found.map(({ id }) => id),
  );
  if (ids.length === 0) return [];
  const deleted = await db
    .deleteFrom("users")
    .where("projectId", "=", projectId)
    .where("id", "in", ids)
    // Again on the row itself: the guest may have come back since it was picked.
    .where("guestSince", "is not", null)
    .where("lastActiveAt", "<", before)
    .returning(["id", "passwordHash"])
    .execute();
  // A backend can give a guest a password.
  const gone = deleted.map(({ id, passwordHash }) => ({ userId: id, before: passwordHash, after: null }));
  await countHashes(db, projectId, gone);
  return deleted.map(({ id }) => id);
}

/**
 * Locks the sessions before the users, as every other transaction does, and leaves out guests whose session another
 * transaction has locked: to wait for it could be a deadlock.
 */
async function withoutLockedSessions(db: Db, projectId: string, userIds: string[]): Promise<string[]> {
  const engine = engineOf(db);
  if (userIds.length === 0 || !engine.hasRowLocks) return userIds;
  const sessions = db
    .selectFrom("sessions")
    .select(["id", "userId"])
    .where("projectId", "=", projectId)
    .where("userId", "in", userIds);
  const lockable = await sessions.modifyEnd(engine.rowLock("for update skip locked")).execute();
  const locked = new Set(lockable.map(({ id }) => id));
  const busy = new Set(
    (await sessions.execute()).filter(({ id }) => !locked.has(id)).map((row) => row.userId),
  );
  return userIds.filter((id) => !busy.has(id));
}

function liveSubscription(user: ExpressionBuilder<Tables, "users">, projectId: string) {
  return user
    .selectFrom("subscriptions")
    .select("subscriptions.id")
    .whereRef("subscriptions.userId", "=", "users.id")
    .where("subscriptions.projectId", "=", projectId)
    .where("subscriptions.state", "not in", ["expired", "revoked"]);
}
