import type { SubscriptionRow } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";
import { storeOf } from "./stores.ts";

/** The store's own page, where the user can end the subscription. Empty where that page needs a session. */
export function managementUrl(
  { settings: { billing } }: Pick<Project, "settings">,
  { store, productId }: Pick<SubscriptionRow, "store" | "productId">,
): string {
  return storeOf(store).managementUrl(billing, productId);
}
