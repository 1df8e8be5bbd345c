/// <reference lib="esnext.temporal" />
import { storeUnavailable } from "../../../errors.ts";
import type { Millis, PurchaseRow } from "../../../storage/db.ts";
import { findPurchase } from "../../../storage/purchases.ts";
import type { Project } from "../../projects/project.ts";
import type { PurchaseSnapshot, PurchaseState } from "../purchase.ts";
import type { StoreApp } from "../store-adapter.ts";
import type { PlayProductPurchase } from "./client.ts";
import { isPurchaseToken } from "./purchase-token.ts";
import { invalid } from "./read-purchase.ts";
import { type Revocations, revocationsOf } from "./revocations.ts";
import { requirePlayAccess } from "./service-account.ts";

const PURCHASED = "PURCHASED";
const UNACKNOWLEDGED = "ACKNOWLEDGEMENT_STATE_PENDING";
const UNCONSUMED = "CONSUMPTION_STATE_YET_TO_BE_CONSUMED";

/** What is known besides Google's answer. */
export type OneTimeContext = Readonly<{
  purchaseToken: string;
  /** Before Google was asked. */
  takenAt: Millis;
  revocations: Pick<Revocations, "orderIds">;
  stored: Pick<PurchaseRow, "state" | "purchasedAt" | "refundedAt"> | undefined;
}>;

/** A one-time purchase that the app brings, as Google tells it. */
export async function readOneTime(
  app: StoreApp,
  project: Project,
  { packageName, purchaseToken }: { packageName: string; purchaseToken: string },
): Promise<PurchaseSnapshot> {
  const sold = project.settings.billing.playStore.packageName;
  if (sold !== "" && packageName !== sold) throw invalid(`of the app ${JSON.stringify(packageName)}`);
  const snapshot = await fetchOneTime(app, project, purchaseToken);
  if (!snapshot) throw invalid("Google Play does not know the purchase token");
  return snapshot;
}

/** How a one-time purchase stands now; undefined when Google does not know it, or no longer. */
export async function fetchOneTime(
  app: StoreApp,
  project: Project,
  purchaseToken: string,
): Promise<PurchaseSnapshot | undefined> {
  const { account, packageName } = await requirePlayAccess(app, project);
  if (!isPurchaseToken(purchaseToken)) return undefined;
  const takenAt = app.clock();
  const purchase = await app.stores.playStore.findProductPurchase(account, packageName, purchaseToken);
  if (!purchase) return undefined;
  const revocations = await revocationsOf(app, project, purchaseToken);
  const stored = await findPurchase(app.db, project.id, "play_store", purchaseToken);
  return reducePlayOneTime(purchase, { purchaseToken, takenAt, revocations, stored });
}

/** Google's answer in our words. */
export function reducePlayOneTime(purchase: PlayProductPurchase, context: OneTimeContext): PurchaseSnapshot {
  const { purchaseToken, takenAt, stored } = context;
  const { productId, offer } = itemOf(purchase);
  const state = stateOf(purchase, context);
  const isPaid = state === "paid";
  return {
    isOneTime: true,
    store: "play_store",
    subjectKey: purchaseToken,
    environment: isGiven(purchase.testPurchaseContext) ? "sandbox" : "production",
    takenAt,
    state,
    productId,
    planId: "",
    quantity: Math.max(1, Number(offer.quantity ?? 1) || 1),
    familyShared: false,
    purchasedAt: timeOf(purchase.purchaseCompletionTime) ?? stored?.purchasedAt ?? takenAt,
    refundedAt: state === "refunded" ? (stored?.refundedAt ?? takenAt) : null,
    // Google tells the price with the order, not with the purchase.
    priceMicros: null,
    currency: "",
    accountToken: purchase.obfuscatedExternalAccountId?.toLowerCase() || null,
    needsAcknowledgement: isPaid && purchase.acknowledgementState === UNACKNOWLEDGED,
    isUnconsumedAtStore: isPaid && offer.consumptionState === UNCONSUMED,
  };
}

/**
 * Tells Google that the buyer has got it, or else it refunds after three days; and once the backend has consumed
 * it, that it is used up, so that it can be bought again. Consuming acknowledges, too.
 */
export async function settleOneTime(app: StoreApp, project: Project, row: PurchaseRow): Promise<void> {
  const { account, packageName } = await requirePlayAccess(app, project);
  const { playStore } = app.stores;
  const purchaseToken = row.subjectKey;
  // The app, or another process, may have done it since.
  const purchase = await playStore.findProductPurchase(account, packageName, purchaseToken);
  if (!purchase || purchase.purchaseStateContext?.purchaseState !== PURCHASED) return;
  const { productId, offer } = itemOf(purchase);
  if (row.consumedAt !== null && offer.consumptionState === UNCONSUMED) {
    await playStore.consumeProduct(account, packageName, { productId, purchaseToken });
  } else if (row.userId !== null && purchase.acknowledgementState === UNACKNOWLEDGED) {
    await playStore.acknowledgeProduct(account, packageName, { productId, purchaseToken });
  }
}

/** Google gives back no money twice, so what was refunded once stays refunded. */
function stateOf(
  { purchaseStateContext, purchaseCompletionTime, orderId, ...purchase }: PlayProductPurchase,
  { revocations, stored }: OneTimeContext,
): PurchaseState {
  const isRefunded = stored?.state === "refunded" || revocations.orderIds.includes(orderId || "none");
  switch (purchaseStateContext?.purchaseState) {
    case PURCHASED:
      return isRefunded || itemOf(purchase).offer.refundableQuantity === 0 ? "refunded" : "paid";
    case "CANCELLED":
      // What was never paid cannot be given back.
      return isRefunded || purchaseCompletionTime ? "refunded" : "canceled";
    // Pending, and states of later days: nothing unknown gives anything.
    default:
      return "pending";
  }
}

type Members = Readonly<Record<string, unknown>>;

function itemOf({ productLineItem }: PlayProductPurchase): { productId: string; offer: Members } {
  const [item] = productLineItem ?? [];
  const productId = item?.productId;
  if (typeof productId !== "string" || productId === "")
    throw storeUnavailable("play_store", "Google Play: a purchase without a product");
  return { productId, offer: Object(item?.productOfferDetails) as Members };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function timeOf(value: unknown): Millis | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  try {
    return Temporal.Instant.from(value).epochMilliseconds;
  } catch {
    throw storeUnavailable("play_store", "Google Play: a time that is none");
  }
}
