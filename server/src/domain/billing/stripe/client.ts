import type { Millis } from "../../../storage/db.ts";

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

/** What the server asks of Stripe; each call fails with STORE_UNAVAILABLE. */
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
