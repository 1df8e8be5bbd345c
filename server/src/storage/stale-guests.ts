import { type ExpressionBuilder, sql } from "kysely";
import type { Db, Millis, Tables } from "./db.ts";
import { engineOf } from "./engine.ts";
import { countHashes } from "./hash-counts.ts";
import { heldPurchase } from "./purchases.ts";

const DAY_MS = 86_400_000;
const dayOf = (at: Millis): number => Math.floor(at / DAY_MS);

export type GuestBatch = Readonly<{
  deleted: string[];
  /** False when another batch would find nothing else. */
  isMore: boolean;
}>;

/**
 * Looks at guests of the project whose day is before that of `before`, and deletes those who have not been seen since.
 * A guest with a live subscription or a one-time purchase that is not used up stays: only this account gives them what
 * they paid for. A guest without a row of activity is not found. Call it in a transaction.
 */
export async function deleteStaleGuests(
  db: Db,
  projectId: string,
  before: Millis,
  limit: number,
): Promise<GuestBatch> {
  const found = await findCandidates(db, projectId, before, limit);
  const isSeen = (row: Candidate) => row.guestSince === null || row.guestDay < dayOf(row.lastActiveAt);
  const seen = found.filter(isSeen).map(({ id }) => id);
  const stale = found.filter((row) => !isSeen(row)).map(({ id }) => id);
  const deleted = await deleteUnseen(db, projectId, before, await withoutLocked(db, projectId, stale));
  await moveDays(db, projectId, seen);
  return { deleted, isMore: found.length === limit && deleted.length + seen.length > 0 };
}

type Candidate = { id: string; guestSince: Millis | null; guestDay: number; lastActiveAt: Millis };

/** Guests to delete; those who were seen since the day that is stored; and users who are no guests any more. */
function findCandidates(db: Db, projectId: string, before: Millis, limit: number): Promise<Candidate[]> {
  return db
    .selectFrom("userActivity as activity")
    .innerJoin("users", "users.id", "activity.userId")
    .select(["users.id", "users.guestSince", "activity.guestDay", "activity.lastActiveAt"])
    .$narrowType<{ guestDay: number }>()
    .where("activity.projectId", "=", projectId)
    .where("activity.guestDay", "<=", dayOf(before))
    .where((row) =>
      row.or([
        row("users.guestSince", "is", null),
        row("activity.guestDay", "<", sql<number>`activity.last_active_at / ${sql.lit(DAY_MS)}`),
        row.and([
          row("activity.lastActiveAt", "<", before),
          row.not(row.exists(usedSession(row, projectId, before))),
          row.not(row.exists(liveSubscription(row, projectId))),
          row.not(row.exists(heldPurchase(row, projectId))),
        ]),
      ]),
    )
    .limit(limit)
    .execute();
}

async function deleteUnseen(db: Db, projectId: string, before: Millis, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const deleted = await db
    .deleteFrom("users")
    .where("projectId", "=", projectId)
    .where("id", "in", ids)
    // Again, now that the rows are locked: the guest may have come back since it was picked.
    .where("guestSince", "is not", null)
    .where((user) => user.exists(staleActivity(user, before)))
    .where((user) => user.not(user.exists(usedSession(user, projectId, before))))
    .returning(["id", "passwordHash"])
    .execute();
  // A backend can give a guest a password.
  const gone = deleted.map(({ id, passwordHash }) => ({ userId: id, before: passwordHash, after: null }));
  await countHashes(db, projectId, gone);
  return deleted.map(({ id }) => id);
}

/** So that those who were seen are found again only when they may be stale. */
async function moveDays(db: Db, projectId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("userActivity")
    .set({
      guestDay: sql<number | null>`case when exists (
        select 1 from users where users.id = user_activity.user_id and users.guest_since is not null
      ) then last_active_at / ${sql.lit(DAY_MS)} end`,
    })
    .where("projectId", "=", projectId)
    .where("userId", "in", ids)
    .execute();
}

/**
 * Locks the sessions before the users, as every other transaction does, and leaves out guests who are locked, or one of
 * whose sessions is: to wait for another transaction could be a deadlock.
 */
async function withoutLocked(db: Db, projectId: string, userIds: string[]): Promise<string[]> {
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
  const users = await db
    .selectFrom("users")
    .select("id")
    .where("projectId", "=", projectId)
    .where("id", "in", userIds)
    .modifyEnd(engine.rowLock("for update skip locked"))
    .execute();
  return users.map(({ id }) => id).filter((id) => !busy.has(id));
}

type OfUser = ExpressionBuilder<Tables, "users">;

function staleActivity(user: OfUser, before: Millis) {
  return user
    .selectFrom("userActivity")
    .select("userActivity.userId")
    .whereRef("userActivity.userId", "=", "users.id")
    .where("userActivity.lastActiveAt", "<", before);
}

/** A refresh writes the activity of the user only once a day, and the session each time. */
function usedSession(user: OfUser, projectId: string, since: Millis) {
  return user
    .selectFrom("sessions")
    .select("sessions.id")
    .whereRef("sessions.userId", "=", "users.id")
    .where("sessions.projectId", "=", projectId)
    .where("sessions.lastUsedAt", ">=", since);
}

function liveSubscription(user: OfUser, projectId: string) {
  return user
    .selectFrom("subscriptions")
    .select("subscriptions.id")
    .whereRef("subscriptions.userId", "=", "users.id")
    .where("subscriptions.projectId", "=", projectId)
    .where("subscriptions.state", "not in", ["expired", "revoked"]);
}
