import type { SubscriptionRow } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";

/** The store's own page, where the user can end the subscription. Empty for Stripe, whose page needs a session. */
export function managementUrl(
  { settings: { billing } }: Pick<Project, "settings">,
  { store, productId }: Pick<SubscriptionRow, "store" | "productId">,
): string {
  if (store === "app_store") return "https://apps.apple.com/account/subscriptions";
  if (store !== "play_store") return "";
  const query = new URLSearchParams({ sku: productId, package: billing.playStore.packageName });
  return `https://play.google.com/store/account/subscriptions?${query}`;
}
