import type {
  EntitlementGrantJson,
  GetUserEntitlementsResponseJson,
  GrantEntitlementRequestJson,
  GrantEntitlementResponseJson,
  ListUserSubscriptionsResponseJson,
  RefreshSubscriptionResponseJson,
} from "@svc/proto/svc/server/v1/billing_pb";
import {
  decodeEntitlement,
  decodeSubscription,
  type Entitlement,
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
