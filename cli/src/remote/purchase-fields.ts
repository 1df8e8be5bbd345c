import type { OwnedPurchaseJson } from "@svc/proto/svc/admin/v1/billing_pb";
import { kindWords, purchaseStateWords, wordOf } from "./enum-words.ts";
import { storeWords } from "./store-words.ts";
import { environmentOf, priceOf } from "./subscription-fields.ts";

/** Everything about a one-time purchase, a line each; what it does not have is left out. */
export function purchaseFields(owned: OwnedPurchaseJson): string[][] {
  const { purchase = {}, userId = "", snapshotAt, storeKey, claimId } = owned;
  const fields: [string, string | undefined][] = [
    ["id", purchase.id],
    ["user", userId || "none"],
    ["store", wordOf(storeWords, purchase.store)],
    ["store's id", storeKey],
    ["product", purchase.storeProductId],
    ["catalog", purchase.productId],
    ["kind", wordOf(kindWords, purchase.kind)],
    ["state", wordOf(purchaseStateWords, purchase.state)],
    ["quantity", String(purchase.quantity ?? 1)],
    ["environment", environmentOf(purchase)],
    ["family shared", purchase.familyShared ? "yes" : "no"],
    ["price", priceOf(purchase)],
    ["bought", purchase.purchasedAt],
    ["consumed", purchase.consumedAt],
    ["claim id", claimId],
    ["refunded", purchase.refundedAt],
    ["last store update", snapshotAt],
  ];
  return fields.flatMap(([name, value]) => (value === undefined || value === "" ? [] : [[name, value]]));
}
