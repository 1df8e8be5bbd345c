import { AppError, invalidRequest, type Reason } from "../../errors.ts";
import type { PurchaseRow, SubscriptionRow } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { acceptPurchase } from "./accept-purchase.ts";
import { acceptSnapshot } from "./accept-snapshot.ts";
import { readPurchase as readAppStorePurchase } from "./app-store/read-purchase.ts";
import type { Claimant } from "./ownership.ts";
import { readOneTime as readPlayStoreOneTime } from "./play-store/one-time.ts";
import { readPurchase as readPlayStorePurchase } from "./play-store/read-purchase.ts";
import type { PurchaseSnapshot } from "./purchase.ts";
import type { Snapshot, StoreName } from "./store.ts";
import type { StoreApp } from "./store-adapter.ts";
import { isStoreTrouble, noteStoreFailure } from "./store-health.ts";

/** What a store handed to the app as proof of a purchase. */
export type Proof =
  | { store: "app_store"; signedTransaction: string }
  | { store: "play_store"; packageName: string; purchaseToken: string; isOneTime?: boolean };

/** The subscription, the one-time purchase, or why it was not accepted. */
export type PurchaseResult =
  | { subscription: SubscriptionRow }
  | { purchase: PurchaseRow }
  | { reason: Reason };

const MAX_PURCHASES = 20;
const AT_A_TIME = 4;

const OWN_RESULT: ReadonlySet<Reason> = new Set([
  "PURCHASE_INVALID",
  "STORE_NOT_CONFIGURED",
  "STORE_UNAVAILABLE",
]);

/**
 * Takes in what the app found on the device, after a purchase or to restore. Each purchase is accepted or
 * refused on its own. Doing it again changes nothing.
 */
export async function syncPurchases(
  app: StoreApp,
  project: Project,
  { user }: SignedIn,
  proofs: readonly (Proof | undefined)[],
  ip: string,
): Promise<PurchaseResult[]> {
  if (proofs.length > MAX_PURCHASES)
    throw invalidRequest("purchases", `must have at most ${MAX_PURCHASES} entries`);
  const known = proofs.map((proof) => proof ?? missingProof());
  const results: PurchaseResult[] = [];
  for (let from = 0; from < known.length; from += AT_A_TIME) {
    const some = known.slice(from, from + AT_A_TIME);
    results.push(...(await Promise.all(some.map((proof) => sync(app, project, { user, ip }, proof)))));
  }
  return results;
}

function missingProof(): never {
  throw invalidRequest("purchases", "must each have app_store_signed_transaction or play_store");
}

async function sync(
  app: StoreApp,
  project: Project,
  claimant: Claimant,
  proof: Proof,
): Promise<PurchaseResult> {
  try {
    const snapshot = await read(app, project, proof);
    if ("isOneTime" in snapshot) {
      const { purchase, isRefused } = await acceptPurchase(app, project, snapshot, claimant);
      return isRefused ? { reason: "PURCHASE_OWNED_BY_OTHER_USER" } : { purchase };
    }
    const { subscription, isRefused } = await acceptSnapshot(app, project, snapshot, claimant);
    return isRefused ? { reason: "PURCHASE_OWNED_BY_OTHER_USER" } : { subscription };
  } catch (error) {
    if (!(error instanceof AppError) || !OWN_RESULT.has(error.reason)) throw error;
    const facts = { project: project.slug, store: proof.store, user: claimant.user.id, detail: error.detail };
    app.log("info", "purchase not accepted", { ...facts, reason: error.reason });
    return { reason: error.reason };
  }
}

async function read(app: StoreApp, project: Project, proof: Proof): Promise<Snapshot | PurchaseSnapshot> {
  try {
    if (proof.store === "app_store") return await readAppStorePurchase(app, project, proof.signedTransaction);
    return proof.isOneTime
      ? await readPlayStoreOneTime(app, project, proof)
      : await readPlayStorePurchase(app, project, proof);
  } catch (error) {
    const store: StoreName = proof.store;
    if (isStoreTrouble(error)) await noteStoreFailure(app, project.id, store, error);
    throw error;
  }
}
