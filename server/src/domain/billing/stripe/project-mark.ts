import { findBillingAccountByToken } from "../../../storage/billing-accounts.ts";
import type { SubscriptionRow } from "../../../storage/db.ts";
import { findSubscription } from "../../../storage/subscriptions.ts";
import type { Project } from "../../projects/project.ts";
import type { StoreApp } from "../store-adapter.ts";
import { tierOf } from "../tier-of.ts";
import type { StripeItem, StripeSale } from "./client.ts";
import { productPrefix } from "./product-id.ts";

/** Why a notification is ignored; the store's status counts these. */
export const FOREIGN = "is neither marked as this project's nor in its catalog";

/** One account at Stripe may serve several projects, and sell what svc knows nothing of. */
export async function isOfProject(
  app: Pick<StoreApp, "db">,
  project: Project,
  sale: StripeSale,
): Promise<boolean> {
  if (await findSubscription(app.db, project.id, "stripe", sale.id)) return true;
  if (sale.projectId !== null) return sale.projectId === project.id;
  if (sale.items.some((item) => tierOfItem(project, item))) return true;
  const token = sale.accountToken?.toLowerCase();
  return token !== undefined && (await findBillingAccountByToken(app.db, project.id, token)) !== undefined;
}

/**
 * Whether a checkout of this project made it: enough to end it when its account is gone. Marks of earlier
 * versions do not name the project; then the product must be one that setup made for it.
 */
export function isMarked(project: Project, { accountToken, projectId, items }: StripeSale): boolean {
  if (accountToken === null) return false;
  if (projectId !== null) return projectId === project.id;
  return items.some(({ productId }) => productId.startsWith(productPrefix(project)));
}

/** Of several items, the one with the highest tier. `known` is what was stored of the subscription before. */
export function itemThatCounts(
  project: Project,
  items: readonly StripeItem[],
  known?: Pick<SubscriptionRow, "productId" | "tierId">,
): StripeItem | undefined {
  const rank = (item: StripeItem): number =>
    tierOfItem(project, item, item.productId === known?.productId ? known.tierId : "")?.rank ?? -1;
  return items.toSorted((one, other) => rank(other) - rank(one))[0];
}

function tierOfItem(project: Project, { productId, lookupKey }: StripeItem, tierId = "") {
  return tierOf(project, { store: "stripe", productId, planId: lookupKey, tierId });
}
