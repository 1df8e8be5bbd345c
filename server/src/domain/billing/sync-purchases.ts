import { AppError, invalidRequest, type Reason } from "../../errors.ts";
import type { PurchaseRow, SubscriptionRow } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { acceptPurchase } from "./accept-purchase.ts";
import { acceptSnapshot } from "./accept-snapshot.ts";
import type { Claimant } from "./ownership.ts";
import type { PurchaseSnapshot } from "./purchase.ts";
import type { Snapshot } from "./snapshot.ts";
import { adapterOf, type StoreApp } from "./store-adapter.ts";
import { isStoreTrouble, noteStoreFailure } from "./store-health.ts";
import { type StoreName, stores } from "./stores.ts";

/** What a store handed to the app as proof of a purchase, in the form of that store. */
export type Proof = Readonly<{ store: StoreName; value: unknown }>;

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
  const fields = stores.flatMap(({ proofField }) => proofField ?? []);
  throw invalidRequest("purchases", `must each have ${fields.join(" or ")}`);
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

async function read(
  app: StoreApp,
  project: Project,
  { store, value }: Proof,
): Promise<Snapshot | PurchaseSnapshot> {
  const { readProof } = adapterOf(app, store);
  if (!readProof) throw new AppError("PURCHASE_INVALID", `${store} hands out no proof`, { store });
  try {
    return await readProof(app, project, value);
  } catch (error) {
    if (isStoreTrouble(error)) await noteStoreFailure(app, project.id, store, error);
    throw error;
  }
}
