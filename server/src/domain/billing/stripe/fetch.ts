import { findBillingAccountByCustomer, setStripeCustomer } from "../../../storage/billing-accounts.ts";
import type { SubscriptionRow } from "../../../storage/db.ts";
import { hasStripeCancellation } from "../../../storage/stripe-cancellations.ts";
import { findSubscription } from "../../../storage/subscriptions.ts";
import type { Project } from "../../projects/project.ts";
import type { Snapshot } from "../snapshot.ts";
import type { StoreApp } from "../store-adapter.ts";
import type { StripeItem, StripeSale, StripeSubscription } from "./client.ts";
import { isMarked, itemThatCounts } from "./project-mark.ts";
import { reduceStripe } from "./reduce.ts";

export type FetchedFromStripe = Readonly<{ snapshot: Snapshot; sale: StripeSale }>;

/** How a subscription stands at Stripe now; undefined when Stripe does not know it. */
export async function fetchStripe(
  app: StoreApp,
  project: Project,
  key: string,
  id: string,
): Promise<FetchedFromStripe | undefined> {
  const takenAt = app.clock(); // before asking: what happens meanwhile must not look older than it is
  const found = await app.stores.stripe.findSubscription(key, id);
  if (!found) return undefined;
  const known = await findSubscription(app.db, project.id, "stripe", id);
  const item = itemThatCounts(project, found.items, known) ?? withoutItem(found);
  const reduced = reduceStripe(found, item, takenAt, project.settings.billing);
  const accountToken = reduced.accountToken ?? (await tokenOfCustomer(app, project, found));
  if (reduced.accountToken !== null && found.customer !== "") {
    await setStripeCustomer(app.db, project.id, reduced.accountToken, found.customer);
  }
  const needsOwner = !found.hasEnded && isMarked(project, found) && (await isOfDeleted(app, project, found));
  const snapshot = { ...reduced, accountToken, needsOwner };
  return { sale: found, snapshot: withKnownRefund(snapshot, found, known) };
}

/** What an operator sells to one of our customers in Stripe's dashboard is the customer's. */
async function tokenOfCustomer(
  app: Pick<StoreApp, "db">,
  project: Project,
  { customer }: StripeSubscription,
): Promise<string | null> {
  if (customer === "") return null;
  return (await findBillingAccountByCustomer(app.db, project.id, customer))?.purchaseToken ?? null;
}

/**
 * Whether the account of its customer was deleted here. One that is only unknown may be in a database that is newer than
 * this one, which somebody restored from a backup.
 */
async function isOfDeleted(
  app: Pick<StoreApp, "db">,
  project: Project,
  { customer }: StripeSubscription,
): Promise<boolean> {
  return customer !== "" && (await hasStripeCancellation(app.db, project.id, customer));
}

/** A refund that was seen stays one, also when the key may no longer look. */
function withKnownRefund(
  snapshot: Snapshot,
  { refund }: StripeSubscription,
  known: SubscriptionRow | undefined,
): Snapshot {
  if (refund.isWhole !== undefined) return snapshot;
  const isRefunded = known?.state === "revoked" && known.periodStart === snapshot.periodStart;
  return { ...snapshot, ...(isRefunded && { state: "revoked" }), refundsUnknown: refund.lacking };
}

function withoutItem({ startDate, currency }: StripeSubscription): StripeItem {
  const period = { periodStart: startDate, periodEnd: startDate };
  return { productId: "", lookupKey: "", unitAmount: null, currency, ...period };
}
