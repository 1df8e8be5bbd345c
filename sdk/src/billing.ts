import type {
  CreateCheckoutSessionRequestJson,
  GetBillingAccountResponseJson,
  GetBillingConfigResponseJson,
  PurchaseJson,
  SyncPurchasesResponseJson,
} from "@svc/proto/svc/billing/v1/billing_pb";
import type { EntitlementJson, SubscriptionJson } from "@svc/proto/svc/billing/v1/subscription_pb";
import type { AuthClient } from "./auth-client.ts";
import {
  type BillingConfig,
  decodeBillingConfig,
  decodeEntitlement,
  decodeSubscription,
  type Entitlement,
  type Subscription,
} from "./billing-contract.ts";
import { callerOf } from "./caller.ts";

export type {
  BillingConfig,
  Entitlement,
  Product,
  Store,
  Subscription,
  SubscriptionState,
  Tier,
} from "./billing-contract.ts";

const SERVICE = "billing.v1.BillingService/";

/** What a store handed to the app: StoreKit's `jwsRepresentation`, or Play's purchase token. */
export type Purchase =
  | { appStoreSignedTransaction: string }
  | { playStore: { packageName: string; purchaseToken: string } };

/** `subscription` when the purchase was accepted, otherwise the reason, such as PURCHASE_OWNED_BY_OTHER_USER. */
export type PurchaseResult = Readonly<{ subscription?: Subscription; errorReason?: string }>;

export type CheckoutInput = Required<CreateCheckoutSessionRequestJson>;

export type Billing = ReturnType<typeof billing>;

/** What the signed-in user bought and may use. */
export function billing(client: AuthClient) {
  const { asUser } = callerOf(client);
  /** Every entitlement of the catalog, and whether the user has it now. */
  async function entitlements(): Promise<Entitlement[]> {
    const answer = await asUser<{ entitlements: EntitlementJson[] }>(`${SERVICE}ListEntitlements`);
    return answer.entitlements.map(decodeEntitlement);
  }
  return {
    entitlements,

    /** What the project sells, with the product ids of each store. */
    config: async (): Promise<BillingConfig> =>
      decodeBillingConfig(await asUser<GetBillingConfigResponseJson>(`${SERVICE}GetBillingConfig`)),

    /**
     * Stands for the user at every store. Give it to StoreKit as `appAccountToken` and to Play as the
     * obfuscated account id: it is how a purchase finds its owner.
     */
    async accountToken(): Promise<string> {
      const answer = await asUser<GetBillingAccountResponseJson>(`${SERVICE}GetBillingAccount`);
      return answer.purchaseAccountToken ?? "";
    },

    /** Whether the user may use it now. */
    async has(entitlement: string): Promise<boolean> {
      return (await entitlements()).some(({ id, active }) => active && id === entitlement);
    },

    /** The newest first; those that are over too. */
    async subscriptions(): Promise<Subscription[]> {
      const answer = await asUser<{ subscriptions: SubscriptionJson[] }>(`${SERVICE}ListSubscriptions`);
      return answer.subscriptions.map(decodeSubscription);
    },

    /** After a purchase, and to restore: tells the server what the store sold. Safe to repeat. */
    async sync(purchases: readonly Purchase[]): Promise<PurchaseResult[]> {
      const answer = await asUser<SyncPurchasesResponseJson>(`${SERVICE}SyncPurchases`, {
        purchases: purchases as readonly PurchaseJson[],
      });
      return (answer.results ?? []).map(({ subscription, errorReason }) => ({
        ...(subscription && { subscription: decodeSubscription(subscription) }),
        ...(errorReason && { errorReason }),
      }));
    },

    /** The address of a page where the user can subscribe; open it in a browser. */
    async checkout(input: CheckoutInput): Promise<string> {
      return (await asUser<{ url: string }>(`${SERVICE}CreateCheckoutSession`, input)).url;
    },

    /** The address of a page where the user manages what they bought through Stripe. */
    async portal(input: { returnUrl: string }): Promise<string> {
      return (await asUser<{ url: string }>(`${SERVICE}CreatePortalSession`, input)).url;
    },
  };
}
