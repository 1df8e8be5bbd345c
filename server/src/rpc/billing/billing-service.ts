import type { BillingService, Purchase } from "@svc/proto/svc/billing/v1/billing_pb";
import type { App } from "../../app.ts";
import { billingAccountOf } from "../../domain/billing/billing-account.ts";
import { createCheckout, createPortal } from "../../domain/billing/checkout.ts";
import { entitlementsOf, holdingsOf } from "../../domain/billing/entitlements-of.ts";
import { purchasesOf } from "../../domain/billing/list-purchases.ts";
import { requireBilling } from "../../domain/billing/require-billing.ts";
import { stores } from "../../domain/billing/stores.ts";
import { type Proof, type PurchaseResult, syncPurchases } from "../../domain/billing/sync-purchases.ts";
import { camelCase } from "../../domain/projects/field-tree.ts";
import type { Project } from "../../domain/projects/project.ts";
import { type CallContext, requireProject, requireSignedIn } from "../context.ts";
import type { Handlers } from "../route.ts";
import { encodeBillingConfig, encodeEntitlement, encodeSubscription } from "./encode.ts";
import { encodePurchase } from "./encode-purchase.ts";

/** What the app of a signed-in user calls. */
export function billingService(app: App): Handlers<typeof BillingService> {
  return {
    async getBillingConfig(_request, context) {
      return encodeBillingConfig(requireSeller(context));
    },

    async getBillingAccount(_request, context) {
      const project = requireSeller(context);
      const { user } = requireSignedIn(context);
      const { purchaseToken } = await billingAccountOf(app, project, user.id);
      const { entitlements, subscriptions } = await holdingsOf(app, project, user.id);
      return {
        purchaseAccountToken: purchaseToken,
        entitlements: entitlements.map(encodeEntitlement),
        subscriptions: subscriptions.map((row) => encodeSubscription(project, row)),
      };
    },

    async listEntitlements(_request, context) {
      const entitlements = await entitlementsOf(
        app,
        requireSeller(context),
        requireSignedIn(context).user.id,
      );
      return { entitlements: entitlements.map(encodeEntitlement) };
    },

    async listSubscriptions(_request, context) {
      const project = requireSeller(context);
      const { subscriptions } = await holdingsOf(app, project, requireSignedIn(context).user.id);
      return { subscriptions: subscriptions.map((row) => encodeSubscription(project, row)) };
    },

    async listPurchases(_request, context) {
      const project = requireSeller(context);
      const { user } = requireSignedIn(context);
      const rows = await purchasesOf(app, project, user.id);
      return { purchases: rows.map((row) => encodePurchase(project, row)) };
    },

    async syncPurchases({ purchases }, context) {
      const project = requireSeller(context);
      const signedIn = requireSignedIn(context);
      const results = await syncPurchases(app, project, signedIn, purchases.map(proofOf), context.clientIp);
      const entitlements = await entitlementsOf(app, project, signedIn.user.id);
      return {
        results: results.map((result) => encodeResult(project, result)),
        entitlements: entitlements.map(encodeEntitlement),
      };
    },

    async createCheckoutSession(request, context) {
      return { url: await createCheckout(app, requireSeller(context), requireSignedIn(context), request) };
    },

    async createPortalSession({ returnUrl }, context) {
      return { url: await createPortal(app, requireSeller(context), requireSignedIn(context), returnUrl) };
    },
  };
}

function requireSeller(context: CallContext): Project {
  const project = requireProject(context);
  requireBilling(project);
  return project;
}

function proofOf({ proof }: Purchase): Proof | undefined {
  const store = stores.find(({ proofField }) => proofField && camelCase(proofField) === proof.case);
  return store && { store: store.name, value: proof.value };
}

function encodeResult(project: Project, result: PurchaseResult) {
  if ("reason" in result) return { errorReason: result.reason };
  return "purchase" in result
    ? { purchase: encodePurchase(project, result.purchase) }
    : { subscription: encodeSubscription(project, result.subscription) };
}
