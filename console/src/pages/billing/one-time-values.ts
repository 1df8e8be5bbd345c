import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type CatalogOneTimeProduct,
  CatalogOneTimeProductSchema,
} from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { PurchaseKind } from "@svc/proto/svc/billing/v1/subscription_pb";

/** A one-time product as a form has it. */
export type OneTimeValues = Omit<CatalogOneTimeProduct, "$typeName" | "$unknown" | "price"> & {
  amount: string;
  currency: string;
};

export function oneTimeValues(product: CatalogOneTimeProduct): OneTimeValues {
  const { $typeName: _, $unknown: __, price, ...fields } = product;
  return { ...fields, amount: price?.amount ?? "", currency: price?.currency ?? "" };
}

export function newOneTime(currency: string): OneTimeValues {
  const blank = create(CatalogOneTimeProductSchema, { kind: PurchaseKind.LIFETIME });
  return { ...oneTimeValues(blank), currency };
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

/** The name of the draft of a product; of a new one, the id is empty. */
export function draftOfOneTime(id: string): string {
  return `one-time product ${id}`;
}
