import type { App } from "../../app.ts";
import type { EntitlementGrantRow, Millis, PurchaseRow, SubscriptionRow } from "../../storage/db.ts";
import { listLiveGrants } from "../../storage/entitlement-grants.ts";
import { listLastingPurchases } from "../../storage/purchases.ts";
import { listSubscriptionsOfUser } from "../../storage/subscriptions.ts";
import type { Project } from "../projects/project.ts";
import { accessEnd } from "./access.ts";
import { itemsOf } from "./add-ons.ts";
import { productOfPurchase } from "./one-time-products.ts";
import { tierOf } from "./tier-of.ts";

/** Something that the app unlocks, and what gives it to the user. */
export type Entitlement = Readonly<{
  id: string;
  active: boolean;
  /** Null when access does not end, or there is none. */
  expiresAt: Millis | null;
  /** Empty for a grant and a one-time purchase, or when there is none. */
  subscriptionId: string;
  /** Empty unless a one-time purchase gives it. */
  purchaseId: string;
  /** The name of a store, or `manual`; empty when there is none. */
  store: string;
  sandbox: boolean;
  willRenew: boolean;
}>;

export type Holdings = Readonly<{
  entitlements: Entitlement[];
  subscriptions: SubscriptionRow[];
  grants: EntitlementGrantRow[];
}>;

/**
 * Computed when it is asked for, from what the stores told, what was granted and the catalog as it is
 * now. There is no stored copy that could say otherwise, and time needs nobody who lets it pass.
 */
export async function holdingsOf(
  app: Pick<App, "clock" | "db">,
  project: Project,
  userId: string,
): Promise<Holdings> {
  const now = app.clock();
  const subscriptions = await listSubscriptionsOfUser(app.db, project.id, userId);
  const grants = await listLiveGrants(app.db, project.id, userId, now);
  const purchases = await listLastingPurchases(app.db, project.id, userId);
  const entitlements = entitlementsFrom(project, { subscriptions, purchases, grants }, now);
  return { subscriptions, grants, entitlements };
}

export async function entitlementsOf(
  app: Pick<App, "clock" | "db">,
  project: Project,
  userId: string,
): Promise<Entitlement[]> {
  return (await holdingsOf(app, project, userId)).entitlements;
}

type Sources = Readonly<{
  subscriptions: readonly SubscriptionRow[];
  purchases: readonly PurchaseRow[];
  grants: readonly EntitlementGrantRow[];
}>;

function entitlementsFrom(
  project: Project,
  { subscriptions, purchases, grants }: Sources,
  now: Millis,
): Entitlement[] {
  const { billing } = project.settings;
  const held = new Map<string, Entitlement>(billing.entitlements.map(({ id }) => [id, without(id)]));
  for (const row of subscriptions.flatMap(itemsOf)) {
    const end = accessEnd(row, billing);
    if (end === undefined || end <= now) continue;
    const source = {
      active: true,
      expiresAt: end,
      subscriptionId: row.id,
      purchaseId: "",
      store: row.store,
      sandbox: row.environment === "sandbox",
      willRenew: row.willRenew === 1,
    };
    for (const id of tierOf(project, row)?.entitlements ?? []) take(held, { id, ...source });
  }
  for (const row of purchases) if (row.state === "paid") takePurchased(held, project, row);
  for (const { entitlementId, expiresAt } of grants) {
    take(held, { ...without(entitlementId), active: true, expiresAt, store: "manual" });
  }
  return [...held.values()];
}

/** A lifetime product gives what it gives without an end. */
function takePurchased(held: Map<string, Entitlement>, project: Project, row: PurchaseRow): void {
  const sandbox = row.environment === "sandbox";
  if (sandbox && project.settings.billing.ignoreSandbox) return;
  for (const id of productOfPurchase(project, row)?.entitlements ?? []) {
    take(held, { ...without(id), active: true, purchaseId: row.id, store: row.store, sandbox });
  }
}

/** The source whose access lasts longest is the one that is told. */
function take(held: Map<string, Entitlement>, offered: Entitlement): void {
  const present = held.get(offered.id);
  if (!present?.active || lastingOf(offered) > lastingOf(present)) held.set(offered.id, offered);
}

function lastingOf({ expiresAt }: Entitlement): number {
  return expiresAt ?? Number.POSITIVE_INFINITY;
}

function without(id: string): Entitlement {
  return {
    id,
    active: false,
    expiresAt: null,
    subscriptionId: "",
    purchaseId: "",
    store: "",
    sandbox: false,
    willRenew: false,
  };
}
