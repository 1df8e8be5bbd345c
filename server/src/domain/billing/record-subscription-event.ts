import type { App } from "../../app.ts";
import type { SubscriptionRow } from "../../storage/db.ts";
import type { EventData } from "../analytics/event-kinds.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import type { SubscriptionEvent } from "./subscription-changes.ts";

/** Call it in the transaction of the change. Store keys are left out: Play's are secrets. */
export function recordSubscriptionEvent(
  app: Pick<App, "clock" | "db" | "newId">,
  row: SubscriptionRow,
  event: SubscriptionEvent,
  by: Actor,
  data: EventData<`subscription.${SubscriptionEvent}`> = {},
): Promise<void> {
  return recordEvent(app, {
    kind: `subscription.${event}`,
    projectId: row.projectId,
    ...(row.userId !== null && { userId: row.userId }),
    by,
    data: {
      subscription_id: row.id,
      store: row.store,
      product_id: row.productId,
      state: row.state,
      sandbox: row.environment === "sandbox",
      ...data,
    },
  });
}
