import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Timestamp, timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { GetBillingConfigResponseSchema } from "@svc/proto/svc/billing/v1/billing_pb";
import {
  type EntitlementSchema,
  Store,
  type SubscriptionSchema,
  SubscriptionState,
} from "@svc/proto/svc/billing/v1/subscription_pb";
import { itemsOf } from "../../domain/billing/add-ons.ts";
import type { Entitlement } from "../../domain/billing/entitlements-of.ts";
import { managementUrl } from "../../domain/billing/management-url.ts";
import { oneTimeStoreProduct } from "../../domain/billing/one-time-products.ts";
import { storeProduct } from "../../domain/billing/store-products.ts";
import { joined, type PublicProductIds, type StoreName, storeNames } from "../../domain/billing/stores.ts";
import { tierOf } from "../../domain/billing/tier-of.ts";
import type { Project } from "../../domain/projects/project.ts";
import type { Millis, SubscriptionRow } from "../../storage/db.ts";
import { encodeOneTimeProducts } from "./encode-one-time.ts";

/** The names of the stores are those of the contract's enum, in small letters; `manual` is what administrators grant. */
const STORES: Readonly<Record<string, Store>> = {
  "": Store.UNSPECIFIED,
  manual: Store.MANUAL,
  ...Object.fromEntries(storeNames.map((name) => [name, Store[name.toUpperCase() as Uppercase<StoreName>]])),
};

const STATES: Readonly<Record<string, SubscriptionState>> = {
  "": SubscriptionState.UNSPECIFIED,
  pending: SubscriptionState.PENDING,
  trialing: SubscriptionState.TRIALING,
  active: SubscriptionState.ACTIVE,
  canceled: SubscriptionState.CANCELED,
  grace_period: SubscriptionState.GRACE_PERIOD,
  on_hold: SubscriptionState.ON_HOLD,
  paused: SubscriptionState.PAUSED,
  expired: SubscriptionState.EXPIRED,
  revoked: SubscriptionState.REVOKED,
};

export function encodeStore(store: string): Store {
  return STORES[store] ?? Store.UNSPECIFIED;
}

/** Empty when it is not given. */
export function storeNameOf(store: Store): string {
  return nameIn(STORES, store);
}

/** Empty when it is not given. */
export function stateNameOf(state: SubscriptionState): string {
  return nameIn(STATES, state);
}

/** A number that a newer contract may know gets a name that nothing has. */
function nameIn(names: Readonly<Record<string, number>>, value: number): string {
  return Object.keys(names).find((name) => names[name] === value) ?? "unknown";
}

export function timeOrNone(at: Millis | null): Timestamp | undefined {
  return at === null ? undefined : timestampFromMs(at);
}

export function encodeSubscription(
  project: Project,
  row: SubscriptionRow,
): MessageInitShape<typeof SubscriptionSchema> {
  const optional = { canceledAt: timeOrNone(row.canceledAt), pausedUntil: timeOrNone(row.pausedUntil) };
  return {
    id: row.id,
    store: encodeStore(row.store),
    storeProductId: row.productId,
    tierId: tierOf(project, row)?.id ?? "",
    state: STATES[row.state] ?? SubscriptionState.UNSPECIFIED,
    willRenew: row.willRenew === 1,
    isTrial: row.isTrial === 1,
    sandbox: row.environment === "sandbox",
    startedAt: timestampFromMs(row.startedAt),
    currentPeriodStart: timestampFromMs(row.periodStart),
    currentPeriodEnd: timestampFromMs(row.periodEnd),
    accessUntil: timestampFromMs(row.accessUntil),
    ...(optional.canceledAt && { canceledAt: optional.canceledAt }),
    ...(optional.pausedUntil && { pausedUntil: optional.pausedUntil }),
    cancelReason: row.cancelReason,
    priceMicros: BigInt(row.priceMicros ?? 0),
    currency: row.currency,
    managementUrl: managementUrl(project, row),
    familyShared: row.familyShared === 1,
    addOns: itemsOf(row)
      .slice(1)
      .map((item) => ({
        storeProductId: item.productId,
        tierId: tierOf(project, item)?.id ?? "",
        accessUntil: timestampFromMs(item.accessUntil),
        willRenew: item.willRenew === 1,
      })),
  };
}

export function encodeEntitlement(entitlement: Entitlement): MessageInitShape<typeof EntitlementSchema> {
  const { expiresAt, store, ...rest } = entitlement;
  return {
    ...rest,
    store: encodeStore(store),
    ...(expiresAt !== null && { expiresAt: timestampFromMs(expiresAt) }),
  };
}

/** What the project sells, by rank, under the ids of each store. What is retired is not sold. */
export function encodeBillingConfig(
  project: Project,
): MessageInitShape<typeof GetBillingConfigResponseSchema> {
  const { oneTimeProducts } = project.settings.billing;
  const tiers = project.settings.billing.tiers.map((tier) => ({
    ...tier,
    products: tier.products.filter(({ retired }) => !retired),
  }));
  const sells = (store: StoreName): boolean =>
    tiers.some((tier) => tier.products.some((product) => storeProduct(project, tier, product, store))) ||
    oneTimeProducts.some(
      (product) => !product.retired && oneTimeStoreProduct(project, product, store) !== undefined,
    );
  return {
    stores: storeNames.filter(sells).map(encodeStore),
    oneTimeProducts: encodeOneTimeProducts(project),
    tiers: tiers
      .toSorted((a, b) => a.rank - b.rank)
      .map((tier) => ({
        id: tier.id,
        name: tier.name,
        rank: tier.rank,
        entitlementIds: [...tier.entitlements],
        products: tier.products.map((product) => ({
          id: product.id,
          period: product.period,
          ...product.price,
          trial: product.trial,
          ...joined<PublicProductIds>(({ name, publicProduct }) =>
            publicProduct(storeProduct(project, tier, product, name)),
          ),
        })),
      })),
  };
}
