import { countIgnoredSubjects, countNotifications } from "../../storage/billing-inbox.ts";
import { listBillingStores } from "../../storage/billing-stores.ts";
import type { BillingStoreRow } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";
import { detailsOf } from "../projects/project-details.ts";
import { adapterOf, type StoreApp } from "./store-adapter.ts";
import { type StoreName, storeNames } from "./stores.ts";

export type StoreStatus = Readonly<
  Pick<BillingStoreRow, "lastSuccessAt" | "lastErrorAt" | "lastError" | "lastNotificationAt"> & {
    store: StoreName;
    missing: readonly string[];
    waiting: number;
    failed: number;
    foreignSubscriptions: number;
  }
>;

/** How far each store is set up and how it fares, without asking it. */
export async function storeStatus(
  app: Pick<StoreApp, "db" | "stores">,
  project: Project,
): Promise<StoreStatus[]> {
  const details = await detailsOf(app, project);
  const known = await listBillingStores(app.db, project.id);
  const counts = await countNotifications(app.db, project.id);
  const foreign = new Map<StoreName, number>();
  for (const store of storeNames) {
    const { foreignBecause } = adapterOf(app, store);
    const count = foreignBecause && (await countIgnoredSubjects(app.db, project.id, foreignBecause));
    foreign.set(store, count || 0);
  }
  const count = (store: string, status: string): number =>
    Number(counts.find((row) => row.store === store && row.status === status)?.count ?? 0);
  return storeNames.map((store) => {
    const row = known.find((one) => one.store === store);
    return {
      store,
      missing: adapterOf(app, store).missing(details),
      lastSuccessAt: row?.lastSuccessAt ?? null,
      lastErrorAt: row?.lastErrorAt ?? null,
      lastError: row?.lastError ?? null,
      lastNotificationAt: row?.lastNotificationAt ?? null,
      waiting: count(store, "waiting"),
      failed: count(store, "failed"),
      foreignSubscriptions: foreign.get(store) ?? 0,
    };
  });
}
