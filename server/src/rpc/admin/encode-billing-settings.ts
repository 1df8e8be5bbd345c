import type { MessageInitShape } from "@bufbuild/protobuf";
import type { StoreProductSchema } from "@svc/proto/svc/admin/v1/billing_pb";
import {
  type BillingSettingsSchema,
  type BillingSettingsUpdate,
  type CatalogOneTimeProduct as CatalogOneTimeProductMessage,
  type CatalogTier as CatalogTierMessage,
  PurchaseTransfer,
} from "@svc/proto/svc/admin/v1/billing_settings_pb";
import type {
  CatalogOneTimeProduct,
  CatalogProduct,
  CatalogTier,
  StoreProduct,
} from "../../domain/billing/catalog.ts";
import type { OneTimeKind, Period, Trial } from "../../domain/billing/catalog-entry.ts";
import { oneTimeStoreProduct } from "../../domain/billing/one-time-products.ts";
import { storeProduct } from "../../domain/billing/store-products.ts";
import { joined, type StoreSections, storeNames, storeOf } from "../../domain/billing/stores.ts";
import { camelCase } from "../../domain/projects/field-tree.ts";
import type { ProjectDetails } from "../../domain/projects/project-details.ts";
import type { ProjectUpdate } from "../../domain/projects/update-project.ts";
import { invalidRequest } from "../../errors.ts";
import { encodeStore } from "../billing/encode.ts";
import { encodeKind, kindNameOf } from "../billing/encode-kind.ts";
import { givenSecrets } from "./decode-project.ts";

const TRANSFERS = {
  reject: PurchaseTransfer.REJECT,
  from_guest: PurchaseTransfer.FROM_GUEST,
  always: PurchaseTransfer.ALWAYS,
} as const;

/** Secrets become flags that tell whether there is one. */
export function encodeBillingSettings({
  settings: { billing },
  secrets,
}: ProjectDetails): MessageInitShape<typeof BillingSettingsSchema> {
  return {
    ...billing,
    purchaseTransfer: TRANSFERS[billing.purchaseTransfer],
    ...joined<StoreSections>(({ section, secrets: known }) => ({
      [section]: {
        ...billing[section],
        ...Object.fromEntries(
          known.map(({ name, presence }) => [lastKeyOf(presence), secrets.has(name)] as const),
        ),
      },
    })),
    tiers: billing.tiers.map((tier) => ({
      ...tier,
      entitlements: [...tier.entitlements],
      products: tier.products.map((product) => ({ ...product })),
    })),
    oneTimeProducts: billing.oneTimeProducts.map((product) => ({
      ...product,
      kind: encodeKind(product.kind),
      entitlements: [...product.entitlements],
    })),
  };
}

/** `billing.x.has_key` is `hasKey` in the message of the section. */
function lastKeyOf(path: string): string {
  return camelCase(path.slice(path.lastIndexOf(".") + 1));
}

/** What each store that is set up sells, under its own ids. */
export function encodeStoreProducts(project: ProjectDetails): MessageInitShape<typeof StoreProductSchema>[] {
  const { tiers, oneTimeProducts } = project.settings.billing;
  const subscribed = tiers.flatMap((tier) =>
    tier.products.flatMap((product) =>
      storeNames.flatMap((store) => {
        const sold = storeProduct(project, tier, product, store);
        return sold ? [{ ...encodeSold(sold, product), tierId: tier.id }] : [];
      }),
    ),
  );
  const boughtOnce = oneTimeProducts.flatMap((product) =>
    storeNames.flatMap((store) => {
      const sold = oneTimeStoreProduct(project, product, store);
      return sold ? [{ ...encodeSold(sold, product), oneTime: true }] : [];
    }),
  );
  return [...subscribed, ...boughtOnce];
}

function encodeSold(
  { store, productId, planId }: StoreProduct,
  product: CatalogProduct | CatalogOneTimeProduct,
): MessageInitShape<typeof StoreProductSchema> {
  return {
    productId: product.id,
    store: encodeStore(store),
    storeProductId: productId,
    storePlanId: planId,
    unitAmount: BigInt(storeOf(store).unitAmountOf(product.price) ?? 0),
    retired: product.retired,
  };
}

/** What the request changes; fields that it leaves out are absent. */
export function decodeBillingUpdate(update: BillingSettingsUpdate): ProjectUpdate {
  const { entitlements, tiers, oneTimeProducts, purchaseTransfer, ...plain } = update;
  return {
    settings: {
      billing: {
        ...plain,
        purchaseTransfer: decodeTransfer(purchaseTransfer),
        entitlements: entitlements?.values.map(({ id, name }) => ({ id, name })),
        tiers: tiers?.values.map(decodeTier),
        oneTimeProducts: oneTimeProducts?.values.map(decodeOneTime),
      },
    },
    secrets: givenSecrets(
      joined(({ section, secrets }) => {
        const given = update[section] as Readonly<Record<string, unknown>> | undefined;
        return Object.fromEntries(secrets.map(({ path }) => [path, given?.[lastKeyOf(path)]] as const));
      }),
    ),
  };
}

function decodeTransfer(transfer: PurchaseTransfer): keyof typeof TRANSFERS | undefined {
  if (transfer === PurchaseTransfer.UNSPECIFIED) return undefined;
  const known = (Object.keys(TRANSFERS) as Array<keyof typeof TRANSFERS>).find(
    (name) => TRANSFERS[name] === transfer,
  );
  if (known === undefined) throw invalidRequest("settings.purchase_transfer", "is unknown to this server");
  return known;
}

/** Whether the kind is one that can be sold is for the domain to say. */
function decodeOneTime({
  $typeName: _,
  $unknown: __,
  kind,
  price,
  ...rest
}: CatalogOneTimeProductMessage): CatalogOneTimeProduct {
  return {
    ...rest,
    kind: kindNameOf(kind) as OneTimeKind,
    price: { currency: price?.currency ?? "", amount: price?.amount ?? "" },
  };
}

/** Whether a period or a trial is one that can be sold is for the domain to say. */
function decodeTier({ id, name, rank, entitlements, products }: CatalogTierMessage): CatalogTier {
  return {
    id,
    name,
    rank,
    entitlements,
    products: products.map(
      ({ $typeName: _, $unknown: __, period, trial, price, ...ids }): CatalogProduct => ({
        ...ids,
        period: period as Period,
        trial: trial as Trial | "",
        price: { currency: price?.currency ?? "", amount: price?.amount ?? "" },
      }),
    ),
  };
}
