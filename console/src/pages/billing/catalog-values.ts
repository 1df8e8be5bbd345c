import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type CatalogProduct,
  CatalogProductSchema,
  type CatalogTier,
  type CatalogTierSchema,
} from "@svc/proto/svc/admin/v1/billing_settings_pb";

export const periods = ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"] as const;
export const trials = ["P3D", "P1W", "P2W", "P1M", "P2M", "P3M", "P6M", "P1Y"] as const;

/** A product as a form has it. */
export type ProductValues = Omit<CatalogProduct, "$typeName" | "$unknown" | "price"> & {
  amount: string;
  currency: string;
  /** Not in the catalog yet, so its id is still free. */
  isNew: boolean;
};

export type TierValues = {
  id: string;
  name: string;
  rank: number | undefined;
  entitlements: readonly string[];
  products: readonly ProductValues[];
};

export function valuesOf({ id, name, rank, entitlements, products }: CatalogTier): TierValues {
  return { id, name, rank, entitlements, products: products.map(productValues) };
}

function productValues(product: CatalogProduct): ProductValues {
  const { $typeName: _, $unknown: __, price, ...fields } = product;
  return { ...fields, amount: price?.amount ?? "", currency: price?.currency ?? "", isNew: false };
}

/** A month for sale, in the currency of the others. */
export function newProduct(currency: string): ProductValues {
  return { ...productValues(create(CatalogProductSchema, { period: "P1M" })), currency, isNew: true };
}

export function newTier(tiers: readonly CatalogTier[]): TierValues {
  const rank = Math.max(0, ...tiers.map((tier) => tier.rank)) + 1;
  return { id: "", name: "", rank, entitlements: [], products: [newProduct(currencyOf(tiers))] };
}

export function currencyOf(tiers: readonly CatalogTier[]): string {
  return tiers.flatMap(({ products }) => products).find(({ price }) => price)?.price?.currency ?? "USD";
}

/** As the server takes it. An empty rank is none: the server says so. */
export function tierOf(values: TierValues): MessageInitShape<typeof CatalogTierSchema> {
  return {
    id: values.id,
    name: values.name,
    rank: values.rank ?? -1,
    entitlements: [...values.entitlements],
    products: values.products.map(({ isNew: _, amount, currency, ...product }) => ({
      ...product,
      price: { amount, currency },
    })),
  };
}
