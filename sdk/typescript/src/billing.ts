import type {
  CreateCheckoutSessionRequestJson,
  GetBillingAccountResponseJson,
  GetBillingConfigResponseJson,
  PurchaseJson,
  SyncPurchasesResponseJson,
} from "@svc/proto/svc/billing/v1/billing_pb";
import type { OneTimePurchaseJson, SubscriptionJson } from "@svc/proto/svc/billing/v1/subscription_pb";
import type { AuthClient } from "./auth-client.ts";
import {
  type BillingConfig,
  decodeBillingConfig,
  decodePurchase,
  decodeSubscription,
  type Entitlement,
  type OneTimePurchase,
  type Subscription,
} from "./billing-contract.ts";
import { type Caller, callerOf } from "./caller.ts";
import { createEntitlementCache } from "./entitlement-cache.ts";

export type {
  BillingConfig,
  Entitlement,
  OneTimeProduct,
  OneTimePurchase,
  Product,
  PurchaseKind,
  PurchaseState,
  Store,
  Subscription,
  SubscriptionState,
  Tier,
} from "./billing-contract.ts";

const SERVICE = "billing.v1.BillingService/";

/** What the App Store or Google Play gave to the app after a purchase. */
export type Purchase =
  | {
      /** The `jwsRepresentation` of StoreKit's transaction. */
      appStoreSignedTransaction: string;
    }
  | {
      /** A purchase at Google Play. */
      playStore: {
        /** The package name of the app, for example `com.example.app`. */
        packageName: string;
        /** The purchase token of Google Play. */
        purchaseToken: string;
        /** True for a one-time product; a subscription when left out. */
        oneTime?: boolean;
      };
    };

/** What came of one purchase of `sync`: one of the fields is there. */
export type PurchaseResult = Readonly<{
  /** What the user has now, when the purchase was accepted and is a subscription. */
  subscription?: Subscription;
  /** What the user has now, when the purchase was accepted and is a one-time purchase. */
  purchase?: OneTimePurchase;
  /**
   * Why it was not accepted: `PURCHASE_INVALID`, `PURCHASE_OWNED_BY_OTHER_USER`, `STORE_NOT_CONFIGURED` or
   * `STORE_UNAVAILABLE` (sync it again later).
   */
  errorReason?: string;
}>;

/**
 * What `checkout` takes. `allowOtherStore`: true when the user knows that a subscription in the App Store or Google Play
 * goes on.
 */
export type CheckoutInput = Required<Omit<CreateCheckoutSessionRequestJson, "allowOtherStore">> &
  Pick<CreateCheckoutSessionRequestJson, "allowOtherStore">;

/** What `billing` returns. */
export type Billing = ReturnType<typeof createBilling>;

/**
 * What the project sells, and what the signed-in user bought and may use. Unlock features by entitlement, not by
 * product. For one client it always returns the same object. Every method that asks the server may throw
 * `BILLING_DISABLED`.
 *
 * What the server says about entitlements is kept on the device until it expires, for one user at a time. It is asked
 * for again after `sync`, and when the app comes to the foreground or back online.
 *
 * @example
 * import { billing } from "@svc/sdk/billing";
 *
 * const shop = billing(auth);
 * if (await shop.has("export")) show("Export to PDF is unlocked.");
 */
export function billing(client: AuthClient): Billing {
  const caller = callerOf(client);
  caller.billing ??= createBilling(caller);
  return caller.billing as Billing;
}

function createBilling(caller: Caller) {
  const { asUser } = caller;
  const { ask, entitlements, has, hasCached, listen } = createEntitlementCache(caller);
  return {
    /**
     * Lists every entitlement of the project, and whether the user has it now (`active`). Always asks the server; when it
     * cannot be reached, answers with what it said last, without what has expired since.
     *
     * @throws `AuthError`: `NETWORK` or another retryable reason, when nothing is known about the user yet.
     */
    entitlements: (): Promise<Entitlement[]> => entitlements(),

    /**
     * Whether the user has the entitlement now. A yes is repeated for a minute without asking the server. Offline, it
     * is what the server said last, until the entitlement expires.
     *
     * @throws `AuthError`: `NETWORK` or another retryable reason, when nothing is known about the user yet.
     *
     * @example
     * import { billing } from "@svc/sdk/billing";
     *
     * if (!(await billing(auth).has("pro"))) show("This needs a subscription.");
     */
    has: (entitlement: string): Promise<boolean> => has(entitlement),

    /**
     * Like `has`, but at once and without asking anybody: undefined while nothing is known about the user, such as right
     * after the start. `useEntitlement` of `@svc/sdk/react` renders by it.
     */
    hasCached: (entitlement: string): boolean | undefined => hasCached(entitlement),

    /**
     * Calls back when the user's entitlements have changed, and when somebody else signs in. Reads what is kept and asks
     * the server, unless that was done during the last minute. Returns a function that stops it.
     *
     * @example
     * import { billing } from "@svc/sdk/billing";
     *
     * const shop = billing(auth);
     * const stop = shop.onEntitlementsChange(() => show(shop.hasCached("pro") ? "Pro" : "Free"));
     *
     * // When you no longer need it:
     * stop();
     */
    onEntitlementsChange: (callback: () => void): (() => void) => listen(callback),

    /** Fetches what the project sells, with the product ids of each store. */
    config: async (): Promise<BillingConfig> =>
      decodeBillingConfig(await asUser<GetBillingConfigResponseJson>(`${SERVICE}GetBillingConfig`)),

    /**
     * Returns the id of the user for the stores. Give it to StoreKit as `appAccountToken` and to Google Play as the
     * obfuscated account id: it ties a purchase to the user who made it.
     */
    async accountToken(): Promise<string> {
      const answer = await asUser<GetBillingAccountResponseJson>(`${SERVICE}GetBillingAccount`);
      return answer.purchaseAccountToken ?? "";
    },

    /** Lists the user's subscriptions, newest first, including those that have ended. */
    async subscriptions(): Promise<Subscription[]> {
      const answer = await asUser<{ subscriptions: SubscriptionJson[] }>(`${SERVICE}ListSubscriptions`);
      return answer.subscriptions.map(decodeSubscription);
    },

    /** Lists what the user bought once, newest first, including what was refunded; at most 1000. */
    async purchases(): Promise<OneTimePurchase[]> {
      const answer = await asUser<{ purchases: OneTimePurchaseJson[] }>(`${SERVICE}ListPurchases`);
      return answer.purchases.map(decodePurchase);
    },

    /**
     * Tells the server what the App Store or Google Play sold: after a purchase, and to restore purchases. At most 20 at
     * once; each has its own result, in the same order. `has` knows of it at once. Safe to repeat.
     *
     * @example
     * import { billing } from "@svc/sdk/billing";
     *
     * const playStore = { packageName: "com.example.app", purchaseToken: "the token from Google Play" };
     * const [result] = await billing(auth).sync([{ playStore }]);
     * if (result?.errorReason) show(`The purchase was not accepted: ${result.errorReason}`);
     */
    async sync(purchases: readonly Purchase[]): Promise<PurchaseResult[]> {
      const answer = await ask<SyncPurchasesResponseJson>("SyncPurchases", {
        purchases: purchases as readonly PurchaseJson[],
      });
      return (answer.results ?? []).map(({ subscription, purchase, errorReason }) => ({
        ...(subscription && { subscription: decodeSubscription(subscription) }),
        ...(purchase && { purchase: decodePurchase(purchase) }),
        ...(errorReason && { errorReason }),
      }));
    },

    /**
     * Returns the URL of a Stripe page where the user can subscribe or buy a one-time product. Open it in a browser. A
     * page that was returned before for the same can no longer be paid on.
     *
     * @throws `AuthError`: `ALREADY_SUBSCRIBED` (open `portal` instead, which also switches plans), `ALREADY_PURCHASED` (a
     * lifetime product that the user has), `SUBSCRIBED_IN_OTHER_STORE` (the user subscribes in the App Store or Google
     * Play: ask, then pass `allowOtherStore: true`), `PRODUCT_UNKNOWN`, `PRODUCT_RETIRED`, `REDIRECT_NOT_ALLOWED`,
     * `STORE_NOT_CONFIGURED`, `STORE_UNAVAILABLE`.
     *
     * @example
     * import { billing } from "@svc/sdk/billing";
     *
     * const back = "https://app.example.com/account";
     * location.href = await billing(auth).checkout({ productId: "pro_monthly", successUrl: back, cancelUrl: back });
     */
    async checkout(input: CheckoutInput): Promise<string> {
      return (await asUser<{ url: string }>(`${SERVICE}CreateCheckoutSession`, input)).url;
    },

    /**
     * Returns the URL of a Stripe page where the user manages what they bought there. Open it in a browser.
     *
     * @throws `AuthError`: `NOT_FOUND` (the user has no customer at Stripe), `REDIRECT_NOT_ALLOWED`,
     * `STORE_NOT_CONFIGURED`, `STORE_UNAVAILABLE`.
     */
    async portal(input: {
      /** Where the page returns to. The project's settings must allow it. */
      returnUrl: string;
    }): Promise<string> {
      return (await asUser<{ url: string }>(`${SERVICE}CreatePortalSession`, input)).url;
    },
  };
}
