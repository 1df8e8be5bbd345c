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

/** An entitlement that was given without a purchase. `expiresAt` is absent when it does not end. */
export type EntitlementGrant = Tells<EntitlementGrantJson, "expiresAt"> &
  Readonly<Pick<EntitlementGrantJson, "expiresAt">>;

export type UserEntitlements = Readonly<{
  entitlements: readonly Entitlement[];
  grants: readonly EntitlementGrant[];
}>;

/** `expiresAt` as an ISO 8601 text; without it the grant does not end. */
export type GrantInput = Asks<GrantEntitlementRequestJson, "userId" | "entitlementId">;

export function billingMethods(call: Call) {
  const service = "server.v1.BillingService/";
  return {
    /** Every entitlement of the catalog and whether the user has it now: what your backend decides by. */
    async getUserEntitlements(userId: string): Promise<UserEntitlements> {
      const method = `${service}GetUserEntitlements`;
      const { entitlements = [], grants = [] } = await call<GetUserEntitlementsResponseJson>(method, {
        userId,
      });
      return { entitlements: entitlements.map(decodeEntitlement), grants: grants as EntitlementGrant[] };
    },

    /** The newest first; those that are over too. */
    async listUserSubscriptions(userId: string): Promise<readonly Subscription[]> {
      const method = `${service}ListUserSubscriptions`;
      const { subscriptions = [] } = await call<ListUserSubscriptionsResponseJson>(method, { userId });
      return subscriptions.map(decodeSubscription);
    },

    /** Asks the store how a subscription stands. */
    async refreshSubscription(subscriptionId: string): Promise<Subscription> {
      const method = `${service}RefreshSubscription`;
      const { subscription = {} } = await call<RefreshSubscriptionResponseJson>(method, { subscriptionId });
      return decodeSubscription(subscription);
    },

    /** Gives the user an entitlement without a purchase. */
    async grantEntitlement(input: GrantInput): Promise<EntitlementGrant> {
      const { grant = {} } = await call<GrantEntitlementResponseJson>(`${service}GrantEntitlement`, input);
      return grant as EntitlementGrant;
    },

    /** Takes a grant back; fine also when it was taken back before. */
    async revokeEntitlementGrant(grantId: string): Promise<void> {
      await call(`${service}RevokeEntitlementGrant`, { grantId });
    },
  };
}
