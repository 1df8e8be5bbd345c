import type { KeyObject } from "node:crypto";
import type { Millis } from "../../../storage/db.ts";

/** What is needed of the JSON file of a Google service account. */
export type ServiceAccount = Readonly<{ clientEmail: string; privateKey: string; privateKeyId: string }>;

/** The parts of `SubscriptionPurchaseV2` that count, as Google writes them. */
export type PlaySubscription = Readonly<{
  subscriptionState?: string | null;
  latestOrderId?: string | null;
  startTime?: string | null;
  linkedPurchaseToken?: string | null;
  acknowledgementState?: string | null;
  regionCode?: string | null;
  testPurchase?: object | null;
  pausedStateContext?: { autoResumeTime?: string | null } | null;
  canceledStateContext?: Readonly<Record<string, unknown>> | null;
  externalAccountIdentifiers?: { obfuscatedExternalAccountId?: string | null } | null;
  /** Of a purchase in Play's own app, after an older one of the same product has ended; until it is acknowledged. */
  outOfAppPurchaseContext?: {
    expiredExternalAccountIdentifiers?: { obfuscatedExternalAccountId?: string | null } | null;
  } | null;
  lineItems?: ReadonlyArray<Readonly<Record<string, unknown>>> | null;
}>;

/** The parts of `ProductPurchaseV2` that count, as Google writes them. */
export type PlayProductPurchase = Readonly<{
  productLineItem?: ReadonlyArray<Readonly<Record<string, unknown>>> | null;
  purchaseStateContext?: { purchaseState?: string | null } | null;
  testPurchaseContext?: object | null;
  orderId?: string | null;
  obfuscatedExternalAccountId?: string | null;
  purchaseCompletionTime?: string | null;
  acknowledgementState?: string | null;
}>;

/** A refund of Play, of its list of voided purchases. */
export type VoidedPurchase = Readonly<{ purchaseToken: string; voidedAt: Millis; orderId: string }>;

/** What the server asks of the Play Developer API; each call fails with STORE_UNAVAILABLE. */
export type PlayStoreClient = Readonly<{
  /** The key with which Google signs its pushes; undefined when it has none under this id. */
  findPushKey: (kid: string) => Promise<KeyObject | undefined>;
  /** Undefined when Play does not know the token, or no longer. */
  findSubscription: (
    account: ServiceAccount,
    packageName: string,
    purchaseToken: string,
  ) => Promise<PlaySubscription | undefined>;
  acknowledge: (
    account: ServiceAccount,
    packageName: string,
    purchase: { productId: string; purchaseToken: string; accountToken: string | undefined },
  ) => Promise<void>;
  /** Something that was bought once; undefined when Play does not know the token, or no longer. */
  findProductPurchase: (
    account: ServiceAccount,
    packageName: string,
    purchaseToken: string,
  ) => Promise<PlayProductPurchase | undefined>;
  acknowledgeProduct: (
    account: ServiceAccount,
    packageName: string,
    purchase: { productId: string; purchaseToken: string },
  ) => Promise<void>;
  /** From then on the same buyer can buy the product again. */
  consumeProduct: (
    account: ServiceAccount,
    packageName: string,
    purchase: { productId: string; purchaseToken: string },
  ) => Promise<void>;
  /** Those of the time since, at most 30 days back. */
  listVoidedPurchases: (
    account: ServiceAccount,
    packageName: string,
    since: Millis,
  ) => Promise<readonly VoidedPurchase[]>;
  /** Lists the subscriptions that the app sells: proves that the account may. */
  countProducts: (account: ServiceAccount, packageName: string) => Promise<number>;
}>;
