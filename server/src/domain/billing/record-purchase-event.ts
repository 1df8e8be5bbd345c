import type { App } from "../../app.ts";
import type { PurchaseRow } from "../../storage/db.ts";
import type { EventData } from "../analytics/event-kinds.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";

export type PurchaseEvent = "paid" | "refunded" | "restored" | "consumed" | "transferred";

/** Call it in the transaction of the change. Store keys are left out: Play's are secrets. */
export function recordPurchaseEvent(
  app: Pick<App, "clock" | "db" | "newId">,
  row: PurchaseRow,
  event: PurchaseEvent,
  by: Actor,
  data: EventData<`purchase.${PurchaseEvent}`> = {},
): Promise<void> {
  return recordEvent(app, {
    kind: `purchase.${event}`,
    projectId: row.projectId,
    ...(row.userId !== null && { userId: row.userId }),
    by,
    data: {
      purchase_id: row.id,
      store: row.store,
      product_id: row.productId,
      state: row.state,
      quantity: row.quantity,
      sandbox: row.environment === "sandbox",
      ...data,
    },
  });
}
