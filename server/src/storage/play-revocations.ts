import type { BillingInboxRow, Db } from "./db.ts";

/** What Google told about the end of a purchase by refund or revocation, and does not tell again when asked. */
export function listPlayRevocations(
  db: Db,
  projectId: string,
  purchaseToken: string,
  types: readonly string[],
): Promise<Pick<BillingInboxRow, "type" | "payload">[]> {
  return db
    .selectFrom("billingInbox")
    .select(["type", "payload"])
    .where("projectId", "=", projectId)
    .where("store", "=", "play_store")
    .where("subjectKey", "=", purchaseToken)
    .where("type", "in", types)
    .where("status", "!=", "ignored")
    .execute();
}
