import type { MaybePromise } from "../runtime/maybe-promise.ts";
import type { Db, Millis, SubscriptionRow } from "./db.ts";
import { engineOf } from "./engine.ts";
import { prepared } from "./prepared.ts";

/** Of two snapshots of the same subscription, the later one sees what the earlier did. */
export function lockSubscriptions(
  db: Db,
  projectId: string,
  store: string,
  subjectKeys: readonly string[],
): Promise<void> {
  return engineOf(db).takeAdvisoryLocks(
    db,
    subjectKeys.map((key) => `subscription ${projectId} ${store} ${key}`),
  );
}

type Subject = { projectId: string; store: string; subjectKey: string };

const bySubject = prepared((db, by: Subject) =>
  db
    .selectFrom("subscriptions")
    .selectAll()
    .where("projectId", "=", by.projectId)
    .where("store", "=", by.store)
    .where("subjectKey", "=", by.subjectKey),
);

export async function findSubscription(
  db: Db,
  projectId: string,
  store: string,
  subjectKey: string,
): Promise<SubscriptionRow | undefined> {
  const [row] = await bySubject(db, { projectId, store, subjectKey });
  return row;
}

export function findSubscriptionById(
  db: Db,
  projectId: string,
  id: string,
): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom("subscriptions")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
}

const subscriptionInsert = prepared((db, row: SubscriptionRow) => db.insertInto("subscriptions").values(row));

export async function insertSubscription(db: Db, row: SubscriptionRow): Promise<void> {
  await subscriptionInsert(db, row);
}

/** Call it with the subscription locked. */
export async function updateSubscription(
  db: Db,
  { projectId, id }: Pick<SubscriptionRow, "projectId" | "id">,
  changes: Partial<Omit<SubscriptionRow, "id" | "projectId" | "store" | "subjectKey">>,
): Promise<void> {
  await db
    .updateTable("subscriptions")
    .set(changes)
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .execute();
}

/** The same while nobody owns it. Returns false when somebody does by now. */
export async function updateOwnerlessSubscription(
  db: Db,
  { projectId, id }: Pick<SubscriptionRow, "projectId" | "id">,
  changes: Pick<SubscriptionRow, "userId" | "checkAt" | "updatedAt">,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("subscriptions")
    .set(changes)
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("userId", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const ofUser = prepared((db, by: { projectId: string; userId: string }) =>
  db
    .selectFrom("subscriptions")
    .selectAll()
    .where("projectId", "=", by.projectId)
    .where("userId", "=", by.userId)
    .orderBy("startedAt", "desc")
    .orderBy("id", "desc"),
);

/** The newest first. */
export function listSubscriptionsOfUser(
  db: Db,
  projectId: string,
  userId: string,
): MaybePromise<SubscriptionRow[]> {
  return ofUser(db, { projectId, userId });
}

export type SubscriptionFilter = {
  userId?: string;
  store?: string;
  state?: string;
  environment?: string;
};

/** The most recently changed first, after the given one. */
export function listSubscriptions(
  db: Db,
  projectId: string,
  { userId, store, state, environment }: SubscriptionFilter,
  limit: number,
  after?: { updatedAt: Millis; id: string },
): Promise<SubscriptionRow[]> {
  let query = db.selectFrom("subscriptions").selectAll().where("projectId", "=", projectId);
  if (userId !== undefined) query = query.where("userId", "=", userId);
  if (store !== undefined) query = query.where("store", "=", store);
  if (state !== undefined) query = query.where("state", "=", state);
  if (environment !== undefined) query = query.where("environment", "=", environment);
  if (after) {
    query = query.where((row) =>
      row.or([
        row("updatedAt", "<", after.updatedAt),
        row.and([row("updatedAt", "=", after.updatedAt), row("id", "<", after.id)]),
      ]),
    );
  }
  return query.orderBy("updatedAt", "desc").orderBy("id", "desc").limit(limit).execute();
}

/** Their owner is gone. What they bought stays known, so that nobody else gets it unasked. */
export function disownSubscriptions(
  db: Db,
  projectId: string,
  userId: string,
  now: Millis,
): Promise<SubscriptionRow[]> {
  return db
    .updateTable("subscriptions")
    .set({ userId: null, ownerDeletedAt: now, updatedAt: now })
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .returningAll()
    .execute();
}

/** Of all projects: those whose store should be asked now. */
export function listSubscriptionsToCheck(db: Db, now: Millis, limit: number): Promise<SubscriptionRow[]> {
  return db
    .selectFrom("subscriptions")
    .selectAll()
    .where("checkAt", "<=", now)
    .orderBy("checkAt")
    .limit(limit)
    .execute();
}

/** Takes a check until `leaseEnds`. One statement, so of two workers only one gets it. */
export function claimSubscriptionCheck(
  db: Db,
  { id, projectId, checkAt }: SubscriptionRow,
  leaseEnds: Millis,
): Promise<SubscriptionRow | undefined> {
  return db
    .updateTable("subscriptions")
    .set({ checkAt: leaseEnds })
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("checkAt", "=", checkAt)
    .returningAll()
    .executeTakeFirst();
}

/** When to ask the store next, and after how many failures in a row. */
export async function scheduleSubscriptionCheck(
  db: Db,
  { id, projectId }: Pick<SubscriptionRow, "id" | "projectId">,
  checkAt: Millis | null,
  checkAttempts: number,
): Promise<void> {
  await db
    .updateTable("subscriptions")
    .set({ checkAt, checkAttempts })
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .execute();
}

/** For good: what has taken another's place keeps it. */
export async function insertSuccession(
  db: Db,
  succession: Subject & { supersededBy: string },
): Promise<void> {
  await db
    .insertInto("subscriptionSuccessions")
    .values(succession)
    .onConflict((conflict) => conflict.columns(["projectId", "store", "subjectKey"]).doNothing())
    .execute();
}

const successorOf = prepared((db, by: Subject) =>
  db
    .selectFrom("subscriptionSuccessions")
    .select("supersededBy")
    .where("projectId", "=", by.projectId)
    .where("store", "=", by.store)
    .where("subjectKey", "=", by.subjectKey),
);

export async function findSuccessor(
  db: Db,
  projectId: string,
  store: string,
  subjectKey: string,
): Promise<string | undefined> {
  const [row] = await successorOf(db, { projectId, store, subjectKey });
  return row?.supersededBy;
}
