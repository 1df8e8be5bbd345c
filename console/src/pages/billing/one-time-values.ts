import type { MessageInitShape } from "@bufbuild/protobuf";
import type {
  CatalogOneTimeProduct,
  CatalogOneTimeProductSchema,
} from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { PurchaseKind } from "@svc/proto/svc/billing/v1/subscription_pb";

/** A one-time product as a form has it. */
export type OneTimeValues = {
  id: string;
  name: string;
  kind: PurchaseKind;
  amount: string;
  currency: string;
  entitlements: readonly string[];
  appStoreProductId: string;
  playStoreProductId: string;
  stripeLookupKey: string;
  stripeProductId: string;
  retired: boolean;
};

export function oneTimeValues(product: CatalogOneTimeProduct): OneTimeValues {
  const { id, name, kind, entitlements, price, retired } = product;
  const { appStoreProductId, playStoreProductId, stripeLookupKey, stripeProductId } = product;
  return {
    ...{ id, name, kind, entitlements, retired },
    ...{ amount: price?.amount ?? "", currency: price?.currency ?? "" },
    ...{ appStoreProductId, playStoreProductId, stripeLookupKey, stripeProductId },
  };
}

export function newOneTime(currency: string): OneTimeValues {
  return {
    ...{ id: "", name: "", kind: PurchaseKind.LIFETIME, amount: "", currency, entitlements: [] },
    ...{ appStoreProductId: "", playStoreProductId: "", stripeLookupKey: "", stripeProductId: "" },
    retired: false,
  };
}

/** As the server takes it. Only a lifetime product unlocks anything. */
export function oneTimeProductOf(
  values: OneTimeValues,
): MessageInitShape<typeof CatalogOneTimeProductSchema> {
  const { amount, currency, entitlements, ...rest } = values;
  return {
    ...rest,
    entitlements: values.kind === PurchaseKind.LIFETIME ? [...entitlements] : [],
    price: { amount, currency },
  };
}
