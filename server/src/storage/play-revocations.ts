import type { BillingInboxRow, Db } from "./db.ts";

/** Google took the purchase away before its time. */
export const REVOKED = "SUBSCRIPTION_REVOKED";
/** An order was refunded or charged back, whole. */
export const VOIDED = "VOIDED_PURCHASE";

/** These stay in the inbox for good: Google's API does not report them again. */
export const playRevocations = [REVOKED, VOIDED] as const;

/** Notifications of Google that a purchase was refunded or revoked. */
export function listPlayRevocations(
  db: Db,
  projectId: string,
  purchaseToken: string,
): Promise<Pick<BillingInboxRow, "type" | "payload">[]> {
  return db
    .selectFrom("billingInbox")
    .select(["type", "payload"])
    .where("projectId", "=", projectId)
    .where("store", "=", "play_store")
    .where("subjectKey", "=", purchaseToken)
    .where("type", "in", playRevocations)
    .where("status", "!=", "ignored")
    .execute();
}
