import type { Store } from "@svc/proto/svc/billing/v1/subscription_pb";
import type { App } from "../../app.ts";
import { holdingsOf } from "../../domain/billing/entitlements-of.ts";
import { grantEntitlement, revokeEntitlementGrant } from "../../domain/billing/grants.ts";
import { listSubscriptions } from "../../domain/billing/list-subscriptions.ts";
import { listNotifications, replayNotifications } from "../../domain/billing/notifications.ts";
import { refreshSubscription } from "../../domain/billing/refresh-subscription.ts";
import { adapterOf } from "../../domain/billing/store-adapter.ts";
import { storeStatus } from "../../domain/billing/store-status.ts";
import { type StoreName, storeNames } from "../../domain/billing/stores.ts";
import { transferSubscription } from "../../domain/billing/transfer-subscription.ts";
import { requireProjectNamed } from "../../domain/projects/find-project.ts";
import { ownersOf } from "../../domain/users/owners-of.ts";
import { requireUser, type UserScope } from "../../domain/users/scope.ts";
import { invalidRequest } from "../../errors.ts";
import { encodeEntitlement, stateNameOf, storeNameOf } from "../billing/encode.ts";
import { type AdminCall, adminActor } from "../context.ts";
import type { AdminBillingHandlers } from "../methods/admin-billing.ts";
import { timeOf } from "../time-of.ts";
import { billingOperationsHandlers } from "./billing-operations-handlers.ts";
import { billingSettingsHandlers } from "./billing-settings-handlers.ts";
import {
  encodeGrantForAdmins,
  encodeNotification,
  encodeOwned,
  encodeStoreStatus,
  statusNameOf,
} from "./encode-billing.ts";
import { encodeOwner } from "./encode-owner.ts";
import { importHandlers } from "./import-handlers.ts";
import { purchaseHandlers } from "./purchase-handlers.ts";

/** Billing for administrators, whether or not the project sells anything at the moment. */
export function adminBillingService(app: App): AdminBillingHandlers {
  return {
    ...billingSettingsHandlers(app),
    ...billingOperationsHandlers(app),
    ...storeHandlers(app),
    ...subscriptionHandlers(app),
    ...purchaseHandlers(app),
    ...grantHandlers(app),
    ...importHandlers(app),
  };
}

function storeHandlers(app: App): AdminBillingHandlers {
  return {
    async getStoreStatus(request) {
      const stores = await storeStatus(app, await requireProjectNamed(app, request.project));
      return { stores: stores.map(encodeStoreStatus) };
    },

    async checkStore(request) {
      const project = await requireProjectNamed(app, request.project);
      const { check } = adapterOf(app, requireStore(request.store));
      return { checks: [...(await check(app, project, request))] };
    },

    async listNotifications(request) {
      const project = await requireProjectNamed(app, request.project);
      const page = await listNotifications(app, project, {
        ...request,
        store: storeNameOf(request.store),
        status: statusNameOf(request.status),
      });
      return { notifications: page.items.map(encodeNotification), nextPageToken: page.nextPageToken };
    },

    async replayNotifications({ project: named, ids }, context) {
      const project = await requireProjectNamed(app, named);
      return { replayed: await replayNotifications(app, project, adminActor(context), ids) };
    },
  };
}

function subscriptionHandlers(app: App): AdminBillingHandlers {
  return {
    async listSubscriptions(request) {
      const project = await requireProjectNamed(app, request.project);
      const page = await listSubscriptions(app, project, {
        ...request,
        store: storeNameOf(request.store),
        state: stateNameOf(request.state),
      });
      const owners = await ownersOf(app, project, page.items);
      const subscriptions = page.items.map((row) => {
        return { ...encodeOwned(project, row), ...encodeOwner(owners.get(row.userId)) };
      });
      return { subscriptions, nextPageToken: page.nextPageToken };
    },

    async refreshSubscription({ project: named, subscriptionId }) {
      const project = await requireProjectNamed(app, named);
      const row = await refreshSubscription(app, project, subscriptionId);
      return { subscription: encodeOwned(project, row) };
    },

    async transferSubscription(request, context) {
      const scope = await scopeOf(app, request, context);
      return { subscription: encodeOwned(scope.project, await transferSubscription(app, scope, request)) };
    },
  };
}

function grantHandlers(app: App): AdminBillingHandlers {
  return {
    async getUserEntitlements(request, context) {
      const scope = await scopeOf(app, request, context);
      const user = await requireUser(app, scope, request.userId);
      const { entitlements, grants } = await holdingsOf(app, scope.project, user.id);
      return {
        entitlements: entitlements.map(encodeEntitlement),
        grants: grants.map(encodeGrantForAdmins),
      };
    },

    async grantEntitlement(request, context) {
      const expiresAt = timeOf("expires_at", request.expiresAt);
      const grant = await grantEntitlement(app, await scopeOf(app, request, context), {
        ...request,
        expiresAt,
      });
      return { grant: encodeGrantForAdmins(grant) };
    },

    async revokeEntitlementGrant(request, context) {
      await revokeEntitlementGrant(app, await scopeOf(app, request, context), request.grantId);
      return {};
    },
  };
}

async function scopeOf(app: App, request: { project: string }, context: AdminCall): Promise<UserScope> {
  const project = await requireProjectNamed(app, request.project);
  return { project, by: adminActor(context), tellsOtherProjects: false };
}

function requireStore(store: Store): StoreName {
  const name = storeNameOf(store);
  const known = storeNames.find((one) => one === name);
  if (known === undefined) throw invalidRequest("store", "is required");
  return known;
}
