import type { BillingInboxRow, Millis } from "../../../storage/db.ts";

/** Apple asks about a purchase whose buyer wants the money back. */
export const CONSUMPTION_REQUEST = "CONSUMPTION_REQUEST";

export const CONSUMPTION_OFF = "billing.answer_consumption_requests is off";

/** Apple decides without us after that. */
const ANSWERED_WITHIN_MS = 12 * 3_600_000;

/** Until when Apple waits for the answer; undefined when the notification is not such a question. */
export function consumptionDeadline({
  type,
  store,
  occurredAt,
}: Pick<BillingInboxRow, "type" | "store" | "occurredAt">): Millis | undefined {
  const isQuestion = store === "app_store" && type === CONSUMPTION_REQUEST;
  return isQuestion ? occurredAt + ANSWERED_WITHIN_MS : undefined;
}
