import { AppError } from "../../../errors.ts";
import type { Project } from "../../projects/project.ts";
import type { Snapshot } from "../snapshot.ts";
import type { StoreApp } from "../store-adapter.ts";
import { storeProduct } from "../store-products.ts";
import { isPurchaseToken } from "./purchase-token.ts";
import type { PlayContext } from "./reduce.ts";
import { reducePlay } from "./reduce.ts";
import { revocationsOf } from "./revocations.ts";
import { requirePlayAccess } from "./service-account.ts";

/** A purchase that the app brings, as Google tells it. */
export async function readPurchase(
  app: StoreApp,
  project: Project,
  { packageName, purchaseToken }: { packageName: string; purchaseToken: string },
): Promise<Snapshot> {
  const sold = project.settings.billing.playStore.packageName;
  if (sold !== "" && packageName !== sold) throw invalid(`of the app ${JSON.stringify(packageName)}`);
  const snapshot = await fetchPurchase(app, project, purchaseToken);
  if (!snapshot) throw invalid("Google Play does not know the purchase token");
  return snapshot;
}

/** How a purchase stands now; undefined when Google does not know it, or no longer. */
export async function fetchPurchase(
  app: StoreApp,
  project: Project,
  purchaseToken: string,
): Promise<Snapshot | undefined> {
  const { account, packageName } = await requirePlayAccess(app, project);
  if (!isPurchaseToken(purchaseToken)) return undefined;
  const takenAt = app.clock();
  const purchase = await app.stores.playStore.findSubscription(account, packageName, purchaseToken);
  if (!purchase) return undefined;
  const revocations = await revocationsOf(app, project, purchaseToken);
  return reducePlay(purchase, { purchaseToken, takenAt, revocations, periodOf: periodOf(project) });
}

export function invalid(why: string): AppError {
  return new AppError("PURCHASE_INVALID", `play_store: ${why.slice(0, 300)}`, { store: "play_store" });
}

function periodOf(project: Project): PlayContext["periodOf"] {
  return (productId, planId) => {
    for (const tier of project.settings.billing.tiers) {
      for (const product of tier.products) {
        const sold = storeProduct(project, tier, product, "play_store");
        if (sold?.productId === productId && sold.planId === planId) return product.period;
      }
    }
    return undefined;
  };
}
