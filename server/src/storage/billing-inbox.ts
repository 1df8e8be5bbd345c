import type { BillingInboxRow, Db, Millis } from "./db.ts";
import { playRevocations } from "./play-revocations.ts";
import { prepared } from "./prepared.ts";

const inboxInsert = prepared((db, row: BillingInboxRow) =>
  db
    .insertInto("billingInbox")
    .values(row)
    .onConflict((conflict) => conflict.columns(["projectId", "store", "notificationId"]).doNothing())
    .returning("id"),
);

/** False when it is stored already: stores send the same notification again and again. */
export async function insertNotification(db: Db, row: BillingInboxRow): Promise<boolean> {
  return (await inboxInsert(db, row)).length > 0;
}

type Subject = Pick<BillingInboxRow, "projectId" | "store" | "subjectKey">;

/** Of all projects: the subscriptions about which something waits, the longest waiting first. */
export function listDueSubjects(db: Db, now: Millis, limit: number): Promise<Subject[]> {
  return db
    .selectFrom("billingInbox")
    .select(({ fn }) => ["projectId", "store", "subjectKey", fn.min("nextAttemptAt").as("since")])
    .where("nextAttemptAt", "<=", now)
    .where("status", "=", "waiting")
    .groupBy(["projectId", "store", "subjectKey"])
    .orderBy("since")
    .limit(limit)
    .execute();
}

/** In the order in which it happened. */
export function listDueNotifications(
  db: Db,
  { projectId, store, subjectKey }: Subject,
  now: Millis,
  limit: number,
): Promise<BillingInboxRow[]> {
  return db
    .selectFrom("billingInbox")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("store", "=", store)
    .where("subjectKey", "=", subjectKey)
    .where("status", "=", "waiting")
    .where("nextAttemptAt", "<=", now)
    .orderBy("occurredAt")
    .orderBy("receivedAt")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Says how an attempt went, unless the notification was replayed or dealt with since. */
export async function updateNotification(
  db: Db,
  { id, projectId, attempts }: Pick<BillingInboxRow, "id" | "projectId" | "attempts">,
  changes: Pick<BillingInboxRow, "status" | "nextAttemptAt" | "lastError" | "attempts"> &
    Partial<Pick<BillingInboxRow, "processedAt">>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("billingInbox")
    .set(changes)
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("status", "=", "waiting")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The store asked to be left alone: nothing of it is tried before then. */
export async function putOffNotifications(
  db: Db,
  projectId: string,
  store: string,
  until: Millis,
): Promise<void> {
  await db
    .updateTable("billingInbox")
    .set({ nextAttemptAt: until })
    .where("projectId", "=", projectId)
    .where("store", "=", store)
    .where("status", "=", "waiting")
    .where("nextAttemptAt", "<", until)
    .execute();
}

export type NotificationFilter = { store?: string; status?: string };

export type ListedNotification = Omit<BillingInboxRow, "payload"> & { subscriptionId: string | null };

/** The newest first, after the given one, each with the subscription it is about. */
export function listNotifications(
  db: Db,
  projectId: string,
  { store, status }: NotificationFilter,
  limit: number,
  after?: { receivedAt: Millis; id: string },
): Promise<ListedNotification[]> {
  let query = db
    .selectFrom("billingInbox as inbox")
    .leftJoin("subscriptions", (join) =>
      join
        .onRef("subscriptions.projectId", "=", "inbox.projectId")
        .onRef("subscriptions.store", "=", "inbox.store")
        .onRef("subscriptions.subjectKey", "=", "inbox.subjectKey"),
    )
    .selectAll("inbox")
    .select("subscriptions.id as subscriptionId")
    .where("inbox.projectId", "=", projectId);
  if (store !== undefined) query = query.where("inbox.store", "=", store);
  if (status !== undefined) query = query.where("inbox.status", "=", status);
  if (after) {
    query = query.where((row) =>
      row.or([
        row("inbox.receivedAt", "<", after.receivedAt),
        row.and([row("inbox.receivedAt", "=", after.receivedAt), row("inbox.id", "<", after.id)]),
      ]),
    );
  }
  return query.orderBy("inbox.receivedAt", "desc").orderBy("inbox.id", "desc").limit(limit).execute();
}

/** These, or all that failed; never those that were of no concern when they came. Returns how many. */
export async function requeueNotifications(
  db: Db,
  projectId: string,
  ids: readonly string[] | undefined,
  now: Millis,
): Promise<number> {
  let query = db
    .updateTable("billingInbox")
    .set({
      status: "waiting",
      attempts: 0,
      nextAttemptAt: now,
      queuedAt: now,
      lastError: null,
      processedAt: null,
    })
    .where("projectId", "=", projectId);
  query =
    ids === undefined
      ? query.where("status", "=", "failed")
      : query
          .where("id", "in", ids)
          .where((row) =>
            row.or([row("status", "in", ["processed", "failed"]), row("processedAt", "is not", null)]),
          );
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}

/** How many of a project's notifications wait, and how many were given up, by store. */
export function countNotifications(
  db: Db,
  projectId: string,
): Promise<{ store: string; status: string; count: number }[]> {
  return db
    .selectFrom("billingInbox")
    .select(({ fn }) => ["store", "status", fn.countAll<number>().as("count")])
    .where("projectId", "=", projectId)
    .where("status", "in", ["waiting", "failed"])
    .groupBy(["store", "status"])
    .execute();
}

/** How many subscriptions there are whose notifications were ignored for this reason. */
export async function countIgnoredSubjects(db: Db, projectId: string, reason: string): Promise<number> {
  const { count } = await db
    .selectFrom("billingInbox")
    .select(({ fn }) => fn.count<number>("subjectKey").distinct().as("count"))
    .where("projectId", "=", projectId)
    .where("status", "=", "ignored")
    .where("lastError", "=", reason)
    .where("subjectKey", "<>", "")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Of all projects: those that wait and those that were given up. */
export async function countInbox(db: Db): Promise<{ waiting: number; failed: number }> {
  const rows = await db
    .selectFrom("billingInbox")
    .select(({ fn }) => ["status", fn.countAll<number>().as("count")])
    .where("status", "in", ["waiting", "failed"])
    .groupBy("status")
    .execute();
  const count = (status: string): number => Number(rows.find((row) => row.status === status)?.count ?? 0);
  return { waiting: count("waiting"), failed: count("failed") };
}

/** What still waits is kept however old it is, and so is what Google took back. */
export async function deleteOldNotifications(db: Db, before: Millis, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("billingInbox")
    .where("id", "in", (row) =>
      row
        .selectFrom("billingInbox")
        .select("id")
        .where("receivedAt", "<=", before)
        .where("status", "!=", "waiting")
        .where((row) =>
          row.or([
            row("store", "!=", "play_store"),
            row("status", "=", "ignored"),
            row("type", "not in", playRevocations),
          ]),
        )
        .limit(limit),
    )
    .where("status", "!=", "waiting")
    .executeTakeFirst();
  return Number(numDeletedRows);
}
