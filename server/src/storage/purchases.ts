import { type ExpressionBuilder, sql } from "kysely";
import type { MaybePromise } from "../runtime/maybe-promise.ts";
import type { Db, Millis, PurchaseRow, Tables } from "./db.ts";
import { engineOf } from "./engine.ts";
import { prepared } from "./prepared.ts";

/** Taken before a purchase is written: of two notifications about it, the later one sees what the earlier one did. */
export function lockPurchase(db: Db, projectId: string, store: string, subjectKey: string): Promise<void> {
  return engineOf(db).takeAdvisoryLocks(db, [`purchase ${projectId} ${store} ${subjectKey}`]);
}

const bySubject = prepared((db, by: { projectId: string; store: string; subjectKey: string }) =>
  db
    .selectFrom("purchases")
    .selectAll()
    .where("projectId", "=", by.projectId)
    .where("store", "=", by.store)
    .where("subjectKey", "=", by.subjectKey),
);

export async function findPurchase(
  db: Db,
  projectId: string,
  store: string,
  subjectKey: string,
): Promise<PurchaseRow | undefined> {
  const [row] = await bySubject(db, { projectId, store, subjectKey });
  return row;
}

export function findPurchaseById(db: Db, projectId: string, id: string): Promise<PurchaseRow | undefined> {
  return db
    .selectFrom("purchases")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
}

const purchaseInsert = prepared((db, row: PurchaseRow) => db.insertInto("purchases").values(row));

export async function insertPurchase(db: Db, row: PurchaseRow): Promise<void> {
  await purchaseInsert(db, row);
}

/** Call it with the purchase locked. Consuming has a statement of its own. */
export async function updatePurchase(
  db: Db,
  { projectId, id }: Pick<PurchaseRow, "projectId" | "id">,
  changes: Partial<Omit<PurchaseRow, "id" | "projectId" | "store" | "subjectKey" | "claimId" | "consumedAt">>,
): Promise<void> {
  await db
    .updateTable("purchases")
    .set(changes)
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .execute();
}

/**
 * Consumes a paid purchase that somebody owns, or returns undefined. One statement, so of two claims only
 * one wins.
 */
export function consumePurchaseRow(
  db: Db,
  { projectId, id }: Pick<PurchaseRow, "projectId" | "id">,
  claim: Pick<PurchaseRow, "claimId" | "catalogId" | "kind" | "checkAt"> & { now: Millis },
): Promise<PurchaseRow | undefined> {
  const { now, ...columns } = claim;
  return db
    .updateTable("purchases")
    .set({ ...columns, consumedAt: now, updatedAt: now })
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("state", "=", "paid")
    .where("consumedAt", "is", null)
    .where("userId", "is not", null)
    .returningAll()
    .executeTakeFirst();
}

const lastingOfUser = prepared((db, by: { projectId: string; userId: string }) =>
  db
    .selectFrom("purchases")
    .selectAll()
    .where("projectId", "=", by.projectId)
    .where("userId", "=", by.userId)
    .where("state", "in", ["paid", "pending"])
    .where("kind", "not in", ["consumable", "non_renewing"])
    .orderBy("purchasedAt")
    .orderBy("id"),
);

/** What is paid or being paid and may give an entitlement, the oldest first. */
export function listLastingPurchases(db: Db, projectId: string, userId: string): MaybePromise<PurchaseRow[]> {
  return lastingOfUser(db, { projectId, userId });
}

type PurchasePosition = { purchasedAt: Millis; id: string };

/** The newest first, after the given one. */
export function listPurchasesOfUser(
  db: Db,
  projectId: string,
  userId: string,
  limit: number,
  after?: PurchasePosition,
): Promise<PurchaseRow[]> {
  let query = db
    .selectFrom("purchases")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("userId", "=", userId);
  if (after) {
    query = query.where((row) =>
      row.or([
        row("purchasedAt", "<", after.purchasedAt),
        row.and([row("purchasedAt", "=", after.purchasedAt), row("id", "<", after.id)]),
      ]),
    );
  }
  return query.orderBy("purchasedAt", "desc").orderBy("id", "desc").limit(limit).execute();
}

/** What waits for the backend: paid, owned, to be consumed and not consumed; the oldest first, after the given one. */
export function listUnconsumedPurchases(
  db: Db,
  projectId: string,
  { userId, environment }: Omit<PurchaseFilter, "store">,
  limit: number,
  after?: PurchasePosition,
): Promise<PurchaseRow[]> {
  // Written out, because an index for some rows is used only where the query says the same as the index.
  let query = db
    .selectFrom("purchases")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("state", "=", sql.lit("paid"))
    .where("consumedAt", "is", null)
    .where("kind", "<>", sql.lit("lifetime"))
    .where("kind", "<>", sql.lit(""));
  query = userId === undefined ? query.where("userId", "is not", null) : query.where("userId", "=", userId);
  if (environment !== undefined) query = query.where("environment", "=", environment);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("purchasedAt", "id"), ">", tuple(after.purchasedAt, after.id)),
    );
  }
  return query.orderBy("purchasedAt").orderBy("id").limit(limit).execute();
}

export type PurchaseFilter = { userId?: string; store?: string; environment?: string };

/** The most recently changed first, after the given one. */
export function listPurchases(
  db: Db,
  projectId: string,
  { userId, store, environment }: PurchaseFilter,
  limit: number,
  after?: { updatedAt: Millis; id: string },
): Promise<PurchaseRow[]> {
  let query = db.selectFrom("purchases").selectAll().where("projectId", "=", projectId);
  if (userId !== undefined) query = query.where("userId", "=", userId);
  if (store !== undefined) query = query.where("store", "=", store);
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
export async function disownPurchases(db: Db, projectId: string, userId: string, now: Millis): Promise<void> {
  await db
    .updateTable("purchases")
    .set({ userId: null, ownerDeletedAt: now, updatedAt: now })
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .execute();
}

/** Of all projects: those whose store should be asked now. */
export function listPurchasesToCheck(db: Db, now: Millis, limit: number): Promise<PurchaseRow[]> {
  return db
    .selectFrom("purchases")
    .selectAll()
    .where("checkAt", "<=", now)
    .orderBy("checkAt")
    .limit(limit)
    .execute();
}

/** Takes a check until `leaseEnds`. One statement, so of two workers only one gets it. */
export function claimPurchaseCheck(
  db: Db,
  { id, projectId, checkAt }: PurchaseRow,
  leaseEnds: Millis,
): Promise<PurchaseRow | undefined> {
  return db
    .updateTable("purchases")
    .set({ checkAt: leaseEnds })
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("checkAt", "=", checkAt)
    .returningAll()
    .executeTakeFirst();
}

/** When to ask the store next, and after how many failures in a row. */
export async function schedulePurchaseCheck(
  db: Db,
  { id, projectId }: Pick<PurchaseRow, "id" | "projectId">,
  checkAt: Millis | null,
  checkAttempts: number,
): Promise<void> {
  await db
    .updateTable("purchases")
    .set({ checkAt, checkAttempts })
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .execute();
}

/** What a user has bought once and not got or used up yet, as a part of a query about users. */
export function heldPurchase(user: ExpressionBuilder<Tables, "users">, projectId: string) {
  return user
    .selectFrom("purchases")
    .select("purchases.id")
    .whereRef("purchases.userId", "=", "users.id")
    .where("purchases.projectId", "=", projectId)
    .where("purchases.state", "in", ["pending", "paid"])
    .where("purchases.consumedAt", "is", null);
}
