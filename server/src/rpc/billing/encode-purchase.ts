import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { OwnedPurchaseSchema as AdminOwnedPurchaseSchema } from "@svc/proto/svc/admin/v1/billing_pb";
import { type OneTimePurchaseSchema, PurchaseState } from "@svc/proto/svc/billing/v1/subscription_pb";
import type { OwnedPurchaseSchema } from "@svc/proto/svc/server/v1/billing_pb";
import { productOfPurchase } from "../../domain/billing/one-time-products.ts";
import { storeOf } from "../../domain/billing/stores.ts";
import type { Project } from "../../domain/projects/project.ts";
import type { PurchaseRow } from "../../storage/db.ts";
import { encodeStore, timeOrNone } from "./encode.ts";
import { encodeKind } from "./encode-kind.ts";

const STATES: Readonly<Record<string, PurchaseState>> = {
  pending: PurchaseState.PENDING,
  paid: PurchaseState.PAID,
  refunded: PurchaseState.REFUNDED,
  canceled: PurchaseState.CANCELED,
};

/** A one-time purchase as its owner sees it, with what the catalog says about it now. */
export function encodePurchase(
  project: Project,
  row: PurchaseRow,
): MessageInitShape<typeof OneTimePurchaseSchema> {
  const product = productOfPurchase(project, row);
  const consumedAt = timeOrNone(row.consumedAt);
  const refundedAt = timeOrNone(row.refundedAt);
  return {
    id: row.id,
    store: encodeStore(row.store),
    storeProductId: row.productId,
    productId: product?.id ?? "",
    kind: encodeKind(product?.kind ?? row.kind),
    state: STATES[row.state] ?? PurchaseState.UNSPECIFIED,
    quantity: row.quantity,
    purchasedAt: timestampFromMs(row.purchasedAt),
    ...(consumedAt && { consumedAt }),
    ...(refundedAt && { refundedAt }),
    sandbox: row.environment === "sandbox",
    priceMicros: BigInt(row.priceMicros ?? 0),
    currency: row.currency,
    familyShared: row.familyShared === 1,
  };
}

export function encodePurchaseForBackend(
  project: Project,
  row: PurchaseRow,
): MessageInitShape<typeof OwnedPurchaseSchema> {
  return {
    purchase: encodePurchase(project, row),
    userId: row.userId ?? "",
    claimId: row.claimId ?? "",
  };
}

export function encodePurchaseForAdmins(
  project: Project,
  row: PurchaseRow,
): MessageInitShape<typeof AdminOwnedPurchaseSchema> {
  return {
    purchase: encodePurchase(project, row),
    userId: row.userId ?? "",
    snapshotAt: timestampFromMs(row.snapshotAt),
    // Whoever has a purchase token of Play's can bring it as their own.
    storeKey: storeOf(row.store).keyIsSecret ? "" : row.subjectKey,
    claimId: row.claimId ?? "",
  };
}
