import type { BillingInboxRow, Db } from "./db.ts";

/** Google took the purchase away before its time. */
export const REVOKED = "SUBSCRIPTION_REVOKED";
/** An order was refunded or charged back, whole. */
export const VOIDED = "VOIDED_PURCHASE";

/** These stay in the inbox for good: Google does not tell them again when asked. */
export const playRevocations = [REVOKED, VOIDED] as const;

/** What Google told about the end of a purchase by refund or revocation. */
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
