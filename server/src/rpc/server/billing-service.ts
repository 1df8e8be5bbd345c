import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { App } from "../../app.ts";
import { consumePurchase } from "../../domain/billing/consume-purchase.ts";
import { holdingsOf } from "../../domain/billing/entitlements-of.ts";
import { grantEntitlement, revokeEntitlementGrant } from "../../domain/billing/grants.ts";
import { listPurchasesForBackend } from "../../domain/billing/list-purchases.ts";
import { refreshSubscription } from "../../domain/billing/refresh-subscription.ts";
import { requireBilling } from "../../domain/billing/require-billing.ts";
import { requireUser, type UserScope } from "../../domain/users/scope.ts";
import type { EntitlementGrantRow } from "../../storage/db.ts";
import { encodeEntitlement, encodeSubscription } from "../billing/encode.ts";
import { encodePurchaseForBackend } from "../billing/encode-purchase.ts";
import type { BackendCall } from "../context.ts";
import type { ServerBillingHandlers } from "../methods/server.ts";
import { timeOf } from "../time-of.ts";
import { backendScope } from "./backend-scope.ts";

/** What the customer's backend calls, to know what a user may use. */
export function serverBillingService(app: App): ServerBillingHandlers {
  return {
    async getUserEntitlements({ userId }, context) {
      const scope = sellingScope(context);
      const user = await requireUser(app, scope, userId);
      const { entitlements, grants } = await holdingsOf(app, scope.project, user.id);
      return { entitlements: entitlements.map(encodeEntitlement), grants: grants.map(encodeGrant) };
    },

    async listUserSubscriptions({ userId }, context) {
      const scope = sellingScope(context);
      const user = await requireUser(app, scope, userId);
      const { subscriptions } = await holdingsOf(app, scope.project, user.id);
      return { subscriptions: subscriptions.map((row) => encodeSubscription(scope.project, row)) };
    },

    async listPurchases(request, context) {
      const scope = sellingScope(context);
      const page = await listPurchasesForBackend(app, scope, request);
      return {
        purchases: page.items.map((row) => encodePurchaseForBackend(scope.project, row)),
        nextPageToken: page.nextPageToken,
      };
    },

    async consumePurchase(request, context) {
      const scope = sellingScope(context);
      const { purchase, isNew } = await consumePurchase(app, scope, request);
      return { purchase: encodePurchaseForBackend(scope.project, purchase), newlyConsumed: isNew };
    },

    async refreshSubscription({ subscriptionId }, context) {
      const project = requireBilling(context.project);
      const row = await refreshSubscription(app, project, subscriptionId);
      return { subscription: encodeSubscription(project, row) };
    },

    async grantEntitlement(request, context) {
      const expiresAt = timeOf("expires_at", request.expiresAt);
      const grant = await grantEntitlement(app, sellingScope(context), { ...request, expiresAt });
      return { grant: encodeGrant(grant) };
    },

    async revokeEntitlementGrant({ grantId }, context) {
      await revokeEntitlementGrant(app, sellingScope(context), grantId);
      return {};
    },
  };
}

function sellingScope(context: BackendCall): UserScope {
  requireBilling(context.project);
  return backendScope(context);
}

/** What both surfaces tell about a grant. */
export function encodeGrant(grant: EntitlementGrantRow) {
  return {
    id: grant.id,
    entitlementId: grant.entitlementId,
    ...(grant.expiresAt !== null && { expiresAt: timestampFromMs(grant.expiresAt) }),
    reason: grant.reason,
    createdAt: timestampFromMs(grant.createdAt),
  };
}
