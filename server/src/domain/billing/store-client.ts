import type { KeyObject, X509Certificate } from "node:crypto";
import type { Millis } from "../../storage/db.ts";
import type { Environment } from "./store.ts";
import type { StripeSupportClient } from "./stripe/support-client.ts";

/** The in-app purchase key, which opens the App Store Server API. */
export type AppStoreKey = Readonly<{
  issuerId: string;
  keyId: string;
  bundleId: string;
  /** The text of the .p8 file. */
  privateKey: string;
}>;

/** Where Apple says a subscription stands; the two are signed (JWS) and not verified yet. */
export type AppStoreStatus = Readonly<{
  status: number;
  signedTransactionInfo: string;
  signedRenewalInfo: string;
}>;

/** What Apple is told about a purchase whose buyer wants the money back. Apple takes it with the buyer's consent only. */
export type ConsumptionAnswer = Readonly<{
  customerConsented: true;
  deliveryStatus: "DELIVERED";
  /** Whether there was something to try before it was bought. */
  sampleContentProvided: boolean;
}>;

/**
 * What the server asks of the App Store Server API. Where it does not answer in time, refuses our key
 * or answers with an error of its own, each throws STORE_UNAVAILABLE (`storeUnavailable`).
 */
export type AppStoreClient = Readonly<{
  /** What signed data must descend from. */
  roots: readonly X509Certificate[];
  /** Undefined when the environment does not know it. */
  findStatus: (
    key: AppStoreKey,
    environment: Environment,
    originalTransactionId: string,
  ) => Promise<AppStoreStatus | undefined>;
  /** The signed transaction (JWS), not verified yet; undefined when the environment does not know it. */
  findTransaction: (
    key: AppStoreKey,
    environment: Environment,
    transactionId: string,
  ) => Promise<string | undefined>;
  /** False when Apple refuses: for purchases shared in a family. */
  setAccountToken: (
    key: AppStoreKey,
    environment: Environment,
    originalTransactionId: string,
    accountToken: string,
  ) => Promise<boolean>;
  /** Answers a CONSUMPTION_REQUEST. False when Apple does not know the transaction, or wants nothing about its kind. */
  sendConsumption: (
    key: AppStoreKey,
    environment: Environment,
    transactionId: string,
    answer: ConsumptionAnswer,
  ) => Promise<boolean>;
  /** Asks for a test notification and returns the token by which its fate can be asked. */
  requestTestNotification: (key: AppStoreKey, environment: Environment) => Promise<string>;
  /** Undefined when Apple knows no such test or has not tried to send it yet; then Apple's word for how it went, such as SUCCESS. */
  findTestNotification: (
    key: AppStoreKey,
    environment: Environment,
    token: string,
  ) => Promise<string | undefined>;
  /** Signed notifications (`signedPayload`) that Apple sent between the two, oldest first. */
  listNotifications: (
    key: AppStoreKey,
    environment: Environment,
    from: Millis,
    to: Millis,
  ) => AsyncIterable<string>;
}>;

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

/** What the server asks of the Play Developer API; fails like AppStoreClient. */
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

/** What a subscription at Stripe is for. */
export type StripeItem = Readonly<{
  productId: string;
  lookupKey: string;
  /** In the smallest unit of the currency. */
  unitAmount: number | null;
  currency: string;
  periodStart: number;
  periodEnd: number;
}>;

/** Whose subscription at Stripe it is, and whether Stripe still bills it. */
export type StripeSale = Readonly<{
  id: string;
  /** Nothing is billed any more, whatever happens. */
  hasEnded: boolean;
  /** The marks of our checkouts: who bought, and from which project. */
  accountToken: string | null;
  projectId: string | null;
  items: readonly StripeItem[];
}>;

/** Whether what was paid was given back as a whole; unknown when the key lacks the permission to look. */
export type StripeRefund = Readonly<{ isWhole: boolean } | { isWhole: undefined; lacking: string }>;

/** The parts of Stripe's subscription that count, as Stripe writes them. Times are in seconds. */
export type StripeSubscription = StripeSale &
  Readonly<{
    status: string;
    livemode: boolean;
    customer: string;
    startDate: number;
    cancelAtPeriodEnd: boolean;
    cancelAt: number | null;
    canceledAt: number | null;
    endedAt: number | null;
    cancelReason: string;
    resumesAt: number | null;
    currency: string;
    refund: StripeRefund;
  }>;

export type NewCustomer = Readonly<{
  accountToken: string;
  projectId: string;
  email: string | undefined;
  idempotencyKey: string;
}>;

export type CheckoutRequest = Readonly<{
  lookupKey: string;
  /** The catalog's id of what is bought once; undefined for a subscription. */
  productId: string | undefined;
  trialDays: number | undefined;
  customerId: string;
  accountToken: string;
  projectId: string;
  successUrl: string;
  cancelUrl: string;
  idempotencyKey: string;
}>;

/** `no_price`: no active price has the lookup key. `no_customer`: Stripe does not know the customer, or no longer. */
export type MadeCheckout = Readonly<
  { kind: "page"; id: string; url: string } | { kind: "no_price" } | { kind: "no_customer" }
>;

/** A page on which somebody may still pay. */
export type OpenCheckout = Readonly<{
  id: string;
  mode: string;
  projectId: string | null;
  /** What can be bought once on it. */
  productId: string | undefined;
}>;

/** A payment that was made once, as Stripe keeps it. Times are in seconds. */
export type StripeCharged = Readonly<{
  id: string;
  status: string;
  livemode: boolean;
  created: number;
  /** Of all of it, in the smallest unit of the currency. */
  amount: number;
  currency: string;
  /** The marks of our checkouts: who bought, from which project, and what of its catalog. */
  accountToken: string | null;
  projectId: string | null;
  productId: string | null;
  /** Empty when nothing tells what was sold. */
  storeProductId: string;
  lookupKey: string;
  quantity: number;
  refund: StripeRefund;
}>;

/** What the server asks of Stripe; fails like AppStoreClient. */
export type StripeClient = Readonly<{
  findSubscription: (secretKey: string, id: string) => Promise<StripeSubscription | undefined>;
  findSale: (secretKey: string, id: string) => Promise<StripeSale | undefined>;
  /** All of a customer, also those that have ended. */
  listSales: (secretKey: string, customerId: string) => Promise<readonly StripeSale[]>;
  /** Returns the id. */
  createCustomer: (secretKey: string, customer: NewCustomer) => Promise<string>;
  createCheckout: (secretKey: string, request: CheckoutRequest) => Promise<MadeCheckout>;
  /** The newest first, in the same order for everybody. */
  listOpenCheckouts: (secretKey: string, customerId: string) => Promise<readonly OpenCheckout[]>;
  /** True when nobody can pay on it any more; false when somebody just did. */
  expireCheckout: (secretKey: string, id: string) => Promise<boolean>;
  /** Undefined when Stripe does not know the customer, or no longer. */
  createPortal: (
    secretKey: string,
    request: { customerId: string; configurationId: string | undefined; returnUrl: string },
  ) => Promise<string | undefined>;
  /** Writes the account into a subscription, and returns its customer; undefined when Stripe does not know it. */
  markSubscription: (
    secretKey: string,
    id: string,
    mark: { accountToken: string; projectId: string },
  ) => Promise<string | undefined>;
  /** Ends it now; fine also when it has ended already or never was. */
  cancel: (secretKey: string, id: string) => Promise<void>;
  findPayment: (secretKey: string, id: string) => Promise<StripeCharged | undefined>;
  /** Ids of a customer's payments for a one-time product, the newest first. */
  listPayments: (secretKey: string, customerId: string, productId: string) => Promise<readonly string[]>;
  /** The subscription that a payment was for, if it was for one. */
  findSubscriptionOfPayment: (secretKey: string, paymentIntentId: string) => Promise<string | undefined>;
  /** Events of these types since then, as Stripe writes them, at most 30 days back. */
  listEvents: (secretKey: string, types: readonly string[], since: Millis) => AsyncIterable<unknown>;
  /**
   * Makes every call that billing makes, or one that needs the same permission and changes nothing. Says
   * whether the key is one for live payments, and whether it may refund, which it need not; refuses with every
   * other permission that it lacks.
   */
  probe: (
    secretKey: string,
  ) => Promise<{ livemode: boolean; serverTime: Millis | undefined; mayRefund: boolean }>;
  /** The webhook endpoint as it is set up there. */
  findWebhook: (
    secretKey: string,
    id: string,
  ) => Promise<{ url: string; enabled: boolean; apiVersion: string | null } | undefined>;
}>;

export type StoreClients = Readonly<{
  appStore: AppStoreClient;
  playStore: PlayStoreClient;
  stripe: StripeClient;
  stripeSupport: StripeSupportClient;
}>;
