import { type ExpressionBuilder, sql } from "kysely";
import type { Db, Millis, Tables } from "./db.ts";
import { engineOf } from "./engine.ts";
import { countHashes } from "./hash-counts.ts";
import { heldPurchase } from "./purchases.ts";

const DAY_MS = 86_400_000;
const dayOf = (at: Millis): number => Math.floor(at / DAY_MS);

export type StaleGuests = Readonly<{
  /** Locked until the transaction ends. */
  stale: string[];
  /** How many others were looked at, who were seen since. */
  seen: number;
  /** False when another search would find nobody else. */
  isFull: boolean;
}>;

/**
 * Looks at guests of the project whose day is before that of `before`, and returns those who have not been seen since.
 * A guest with a live subscription or a one-time purchase that is not used up stays: only this account gives them what
 * they paid for. A guest without a row of activity is not found. Call it in a transaction.
 */
export async function lockStaleGuests(
  db: Db,
  projectId: string,
  before: Millis,
  limit: number,
): Promise<StaleGuests> {
  const found = await findCandidates(db, projectId, before, limit);
  const isSeen = (row: Candidate) => row.guestSince === null || row.guestDay < dayOf(row.lastActiveAt);
  const seen = found.filter(isSeen).map(({ id }) => id);
  const stale = found.filter((row) => !isSeen(row)).map(({ id }) => id);
  await moveDays(db, projectId, seen);
  const locked = await withoutLocked(db, projectId, stale);
  return {
    stale: await stillStale(db, projectId, before, locked),
    seen: seen.length,
    isFull: found.length === limit,
  };
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

/** Asked again, now that the rows are locked: a guest may have come back or bought something since they were found. */
async function stillStale(
  db: Db,
  projectId: string,
  before: Millis,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("users")
    .select("users.id")
    .where("users.projectId", "=", projectId)
    .where("users.id", "in", ids)
    .where("users.guestSince", "is not", null)
    .where((user) => user.exists(staleActivity(user, before)))
    .where((user) => user.not(user.exists(usedSession(user, projectId, before))))
    .where((user) => user.not(user.exists(liveSubscription(user, projectId))))
    .where((user) => user.not(user.exists(heldPurchase(user, projectId))))
    .execute();
  return rows.map(({ id }) => id);
}

/** Call it in the transaction that has locked them. */
export async function deleteLockedGuests(db: Db, projectId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const deleted = await db
    .deleteFrom("users")
    .where("projectId", "=", projectId)
    .where("id", "in", ids)
    .returning(["id", "passwordHash"])
    .execute();
  // A backend can give a guest a password.
  const gone = deleted.map(({ id, passwordHash }) => ({ userId: id, before: passwordHash, after: null }));
  await countHashes(db, projectId, gone);
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

/** Those of the users whom the stores know. */
export async function listBuyersAmong(
  db: Db,
  projectId: string,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const of = (table: "billingAccounts" | "subscriptions" | "purchases") =>
    db.selectFrom(table).select("userId").where("projectId", "=", projectId).where("userId", "in", userIds);
  const rows = await of("billingAccounts").union(of("subscriptions")).union(of("purchases")).execute();
  return rows.map(({ userId }) => userId as string);
}
