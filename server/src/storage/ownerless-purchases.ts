import type { ExpressionBuilder } from "kysely";
import type { Db, Millis, Tables } from "./db.ts";

type Subject = { store: string; subjectKey: string };

/** Ended before `before`, and the owner was deleted before that too. */
function endedSubscription(row: ExpressionBuilder<Tables, "subscriptions">, before: Millis) {
  return row.and([
    row("subscriptions.ownerDeletedAt", "<", before),
    row("subscriptions.userId", "is", null),
    row("subscriptions.state", "in", ["expired", "revoked"]),
    row("subscriptions.accessUntil", "<", before),
    row.not(
      row.exists(
        row
          .selectFrom("billingInbox as inbox")
          .select("inbox.id")
          .whereRef("inbox.projectId", "=", "subscriptions.projectId")
          .whereRef("inbox.store", "=", "subscriptions.store")
          .whereRef("inbox.subjectKey", "=", "subscriptions.subjectKey")
          .where("inbox.status", "=", "waiting"),
      ),
    ),
  ]);
}

/** The same of a one-time purchase: it ended when it was paid, refunded or canceled. */
function endedPurchase(row: ExpressionBuilder<Tables, "purchases">, before: Millis) {
  return row.and([
    row("purchases.ownerDeletedAt", "<", before),
    row("purchases.userId", "is", null),
    row("purchases.state", "<>", "pending"),
    row("purchases.purchasedAt", "<", before),
    row.or([row("purchases.refundedAt", "is", null), row("purchases.refundedAt", "<", before)]),
    row.not(
      row.exists(
        row
          .selectFrom("billingInbox as inbox")
          .select("inbox.id")
          .whereRef("inbox.projectId", "=", "purchases.projectId")
          .whereRef("inbox.store", "=", "purchases.store")
          .whereRef("inbox.subjectKey", "=", "purchases.subjectKey")
          .where("inbox.status", "=", "waiting"),
      ),
    ),
  ]);
}

export type Ownerless = Subject & { id: string };

export function listOwnerlessSubscriptions(
  db: Db,
  projectId: string,
  before: Millis,
  limit: number,
): Promise<Ownerless[]> {
  return db
    .selectFrom("subscriptions")
    .select(["id", "store", "subjectKey"])
    .where("projectId", "=", projectId)
    .where((row) => endedSubscription(row, before))
    .limit(limit)
    .execute();
}

/** Those of them that have still ended and have no owner. Call it with the subscriptions locked. */
export function deleteOwnerlessSubscriptions(
  db: Db,
  projectId: string,
  ids: readonly string[],
  before: Millis,
): Promise<Subject[]> {
  return db
    .deleteFrom("subscriptions")
    .where("projectId", "=", projectId)
    .where("id", "in", ids)
    .where((row) => endedSubscription(row, before))
    .returning(["store", "subjectKey"])
    .execute();
}

export function listOwnerlessPurchases(
  db: Db,
  projectId: string,
  before: Millis,
  limit: number,
): Promise<Ownerless[]> {
  return db
    .selectFrom("purchases")
    .select(["id", "store", "subjectKey"])
    .where("projectId", "=", projectId)
    .where((row) => endedPurchase(row, before))
    .limit(limit)
    .execute();
}

/** Deletes it if it still has no owner. Call it with the purchase locked, after `stripConsumedPurchase`. */
export function deleteOwnerlessPurchase(
  db: Db,
  projectId: string,
  id: string,
  before: Millis,
): Promise<Subject[]> {
  return db
    .deleteFrom("purchases")
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where((row) => endedPurchase(row, before))
    .returning(["store", "subjectKey"])
    .execute();
}

/**
 * What was consumed stays with nothing but what the store calls it: otherwise whoever brings the receipt again could
 * have it consumed a second time. It is not found again.
 */
export function stripConsumedPurchase(
  db: Db,
  projectId: string,
  id: string,
  before: Millis,
): Promise<Subject[]> {
  return db
    .updateTable("purchases")
    .set({ accountToken: null, priceMicros: null, currency: "", claimId: "", ownerDeletedAt: null })
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("consumedAt", "is not", null)
    .where("state", "=", "paid")
    .where((row) => endedPurchase(row, before))
    .returning(["store", "subjectKey"])
    .execute();
}

/** What the store told about them. */
export async function deleteNotificationsAbout(
  db: Db,
  projectId: string,
  store: string,
  subjectKeys: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("billingInbox")
    .where("projectId", "=", projectId)
    .where("store", "=", store)
    .where("subjectKey", "in", subjectKeys)
    .execute();
}

/** What took the place of these, and what these took the place of, unless that is still there. */
export async function deleteSuccessionsOf(
  db: Db,
  projectId: string,
  store: string,
  subjectKeys: readonly string[],
): Promise<void> {
  const ofStore = () =>
    db
      .deleteFrom("subscriptionSuccessions")
      .where("subscriptionSuccessions.projectId", "=", projectId)
      .where("subscriptionSuccessions.store", "=", store);
  await ofStore().where("subscriptionSuccessions.subjectKey", "in", subjectKeys).execute();
  await ofStore()
    .where("supersededBy", "in", subjectKeys)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("subscriptions as earlier")
            .select("earlier.id")
            .whereRef("earlier.projectId", "=", "subscriptionSuccessions.projectId")
            .whereRef("earlier.store", "=", "subscriptionSuccessions.store")
            .whereRef("earlier.subjectKey", "=", "subscriptionSuccessions.subjectKey"),
        ),
      ),
    )
    .execute();
}
