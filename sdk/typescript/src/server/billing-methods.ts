import type {
  ConsumePurchaseResponseJson,
  EntitlementGrantJson,
  GetUserEntitlementsResponseJson,
  GrantEntitlementRequestJson,
  GrantEntitlementResponseJson,
  ListPurchasesRequestJson,
  ListPurchasesResponseJson,
  ListUserSubscriptionsResponseJson,
  OwnedPurchaseJson,
  RefreshSubscriptionResponseJson,
} from "@svc/proto/svc/server/v1/billing_pb";
import {
  decodeEntitlement,
  decodePurchase,
  decodeSubscription,
  type Entitlement,
  type OneTimePurchase,
  type Subscription,
} from "../billing-contract.ts";
import type { Asks, Tells } from "../message-types.ts";
import type { Call } from "../transport.ts";

/** An entitlement that was granted without a purchase. `expiresAt` is absent when the grant does not end. */
export type EntitlementGrant = Tells<EntitlementGrantJson, "expiresAt"> &
  Readonly<Pick<EntitlementGrantJson, "expiresAt">>;

/** What a user may use. */
export type UserEntitlements = Readonly<{
  /** Every entitlement of the project, and whether the user has it now (`active`). */
  entitlements: readonly Entitlement[];
  /** What was granted without a purchase. */
  grants: readonly EntitlementGrant[];
}>;

/** What `grantEntitlement` takes. `expiresAt` is an ISO 8601 string; without it the grant does not end. */
export type GrantInput = Asks<GrantEntitlementRequestJson, "userId" | "entitlementId">;

/** A one-time purchase with its owner. */
export type OwnedPurchase = OneTimePurchase &
  Readonly<{
    /** Its owner. */
    userId: string;
    /** The claim id that it was consumed with; empty until then. */
    claimId: string;
  }>;

/** What `listPurchases` takes: a user, or `unconsumed` for what waits for your backend. */
export type ListPurchasesInput = Asks<ListPurchasesRequestJson, never>;

/** A page of one-time purchases. `nextPageToken` is empty on the last one. */
export type PurchasePage = Readonly<{
  /** The purchases. */
  purchases: readonly OwnedPurchase[];
  /** For the next page. */
  nextPageToken: string;
}>;

/** What `consumePurchase` returns. */
export type ConsumedPurchase = Readonly<{
  /** The purchase. */
  purchase: OwnedPurchase;
  /** True when this call consumed it, false when an earlier one with the same claim id did. */
  newlyConsumed: boolean;
}>;

function decodeOwned({ purchase = {}, userId = "", claimId = "" }: OwnedPurchaseJson): OwnedPurchase {
  return { ...decodePurchase(purchase), userId, claimId };
}

export function billingMethods(call: Call) {
  const service = "server.v1.BillingService/";
  return {
    /**
     * Returns every entitlement of the project and whether the user has it now. Gate paid features with it in your
     * backend.
     *
     * @example
     * const { entitlements } = await server.getUserEntitlements(userId);
     * const hasPro = entitlements.some(({ id, active }) => id === "pro" && active);
     */
    async getUserEntitlements(userId: string): Promise<UserEntitlements> {
      const method = `${service}GetUserEntitlements`;
      const { entitlements = [], grants = [] } = await call<GetUserEntitlementsResponseJson>(method, {
        userId,
      });
      return { entitlements: entitlements.map(decodeEntitlement), grants: grants as EntitlementGrant[] };
    },

    /** Lists the user's subscriptions, newest first, including those that have ended. */
    async listUserSubscriptions(userId: string): Promise<readonly Subscription[]> {
      const method = `${service}ListUserSubscriptions`;
      const { subscriptions = [] } = await call<ListUserSubscriptionsResponseJson>(method, { userId });
      return subscriptions.map(decodeSubscription);
    },

    /**
     * Lists what a user bought once, newest first; or, with `unconsumed`, what is paid and waits for being consumed, of one
     * user or of all, oldest first.
     */
    async listPurchases(input: ListPurchasesInput): Promise<PurchasePage> {
      const method = `${service}ListPurchases`;
      const { purchases = [], nextPageToken = "" } = await call<ListPurchasesResponseJson>(method, input);
      return { purchases: purchases.map(decodeOwned), nextPageToken };
    },

    /**
     * Claims a consumable or non-renewing purchase, once. Repeating it with the same claim id returns the same, so deliver
     * what was bought in the transaction that stores the claim id.
     *
     * @throws `AuthError`: `PURCHASE_CONSUMED` (with another claim id: do not deliver it again), `PURCHASE_NOT_PAID`,
     * `PURCHASE_NOT_CONSUMABLE`, `NOT_FOUND`.
     *
     * @example
     * const { purchases } = await server.listPurchases({ unconsumed: true });
     * for (const { id, userId, productId, quantity } of purchases) {
     *   await server.consumePurchase({ purchaseId: id, claimId: `coins-${id}` });
     *   console.log("deliver", quantity, productId, "to", userId); // once for each claim id
     * }
     */
    async consumePurchase(input: {
      /** Id of the purchase. */
      purchaseId: string;
      /** Your own id of this delivery: 1 to 100 visible ASCII characters. */
      claimId: string;
    }): Promise<ConsumedPurchase> {
      const answer = await call<ConsumePurchaseResponseJson>(`${service}ConsumePurchase`, input);
      return {
        purchase: decodeOwned(answer.purchase ?? {}),
        newlyConsumed: answer.newlyConsumed ?? false,
      };
    },

    /**
     * Asks the store for the current state of a subscription.
     *
     * @throws `AuthError`: `STORE_NOT_CONFIGURED`, `STORE_UNAVAILABLE`.
     */
    async refreshSubscription(subscriptionId: string): Promise<Subscription> {
      const method = `${service}RefreshSubscription`;
      const { subscription = {} } = await call<RefreshSubscriptionResponseJson>(method, { subscriptionId });
      return decodeSubscription(subscription);
    },

    /** Grants the user an entitlement without a purchase. Takes effect immediately. */
    async grantEntitlement(input: GrantInput): Promise<EntitlementGrant> {
      const { grant = {} } = await call<GrantEntitlementResponseJson>(`${service}GrantEntitlement`, input);
      return grant as EntitlementGrant;
    },

    /** Revokes a grant. Succeeds also when it was revoked before. */
    async revokeEntitlementGrant(grantId: string): Promise<void> {
      await call(`${service}RevokeEntitlementGrant`, { grantId });
    },
  };
}
