import { AppError } from "../../../errors.ts";
import type { SubscriptionRow } from "../../../storage/db.ts";
import type { Project } from "../../projects/project.ts";
import { acceptSnapshot } from "../accept-snapshot.ts";
import { givesAccess } from "../access.ts";
import { managementUrl } from "../management-url.ts";
import type { StoreApp } from "../store-adapter.ts";
import { fetchStripe } from "./fetch.ts";
import { isOfProject } from "./project-mark.ts";

/** Whoever subscribes in another store should know before paying here, too. */
export function refuseOtherStore(
  app: Pick<StoreApp, "clock">,
  project: Project,
  rows: readonly SubscriptionRow[],
): void {
  const { billing } = project.settings;
  const other = rows.find((row) => row.store !== "stripe" && givesAccess(row, billing, app.clock()));
  if (!other) return;
  throw new AppError("SUBSCRIBED_IN_OTHER_STORE", undefined, {
    store: other.store,
    subscription: other.id,
    management_url: managementUrl(project, other),
  });
}

/** Nobody should pay twice. Stripe may go on billing what gives no access, so Stripe is asked, not the row. */
export async function refuseKnown(
  app: StoreApp,
  key: string,
  rows: readonly SubscriptionRow[],
): Promise<void> {
  for (const { id, store, state, subjectKey } of rows) {
    if (store !== "stripe" || state === "expired") continue;
    const sale = await app.stores.stripe.findSale(key, subjectKey);
    if (sale && !sale.hasEnded) throw alreadySubscribed(id);
  }
}

/** Also what Stripe has not told yet: it is taken in on the way. */
export async function findLive(
  app: StoreApp,
  project: Project,
  key: string,
  customer: { id: string; userId: string },
): Promise<SubscriptionRow | undefined> {
  for (const sale of await app.stores.stripe.listSales(key, customer.id)) {
    if (sale.hasEnded || !(await isOfProject(app, project, sale))) continue;
    const fetched = await fetchStripe(app, project, key, sale.id);
    if (!fetched || fetched.sale.hasEnded) continue;
    const { subscription } = await acceptSnapshot(app, project, fetched.snapshot);
    // An administrator may have given it to somebody else.
    if (subscription.userId === null || subscription.userId === customer.userId) return subscription;
  }
  return undefined;
}

export function alreadySubscribed(subscription: string): AppError {
  return new AppError("ALREADY_SUBSCRIBED", undefined, { subscription });
}
