import type { App } from "../../app.ts";
import type { SubscriptionRow } from "../../storage/db.ts";
import { disownPurchases } from "../../storage/purchases.ts";
import { disownSubscriptions } from "../../storage/subscriptions.ts";
import type { Project } from "../projects/project.ts";
import { isOver } from "./access.ts";
import { adapterOf } from "./store-adapter.ts";
import { storeOf, stores } from "./stores.ts";

/**
 * What a user bought when the account goes: nobody's from now on, and each store does what it can about it. Returns
 * what goes on and only the user can end, at the store. Call it in the transaction of the deletion.
 */
export async function leaveSubscriptions(
  app: Pick<App, "clock" | "db" | "stores">,
  project: Pick<Project, "id" | "settings">,
  userId: string,
): Promise<SubscriptionRow[]> {
  const now = app.clock();
  const left = await disownSubscriptions(app.db, project.id, userId, now);
  await disownPurchases(app.db, project.id, userId, now);
  for (const { name } of stores) {
    const sold = left.filter(({ store }) => store === name);
    await adapterOf(app, name).userDeleted?.(app, project, userId, sold);
  }
  return left.filter(goesOn);
}

/** Whether it is renewed until the user ends it at the store. */
export function goesOn(row: SubscriptionRow): boolean {
  return (
    !storeOf(row.store).endsSubscriptions &&
    !isOver(row) &&
    row.supersededBy === null &&
    row.state !== "canceled" &&
    row.familyShared === 0
  );
}
