import type { Purchase } from "@svc/proto/svc/billing/v1/billing_pb";
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
import type { BillingHandlers } from "../methods/app.ts";
import { encodeBillingConfig, encodeEntitlement, encodeSubscription } from "./encode.ts";
import { encodePurchase } from "./encode-purchase.ts";

/** What the app of a signed-in user calls. */
export function billingService(app: App): BillingHandlers {
  return {
    async getBillingConfig(_request, { project }) {
      return encodeBillingConfig(requireBilling(project));
    },

    async getBillingAccount(_request, context) {
      const project = requireBilling(context.project);
      const { user } = context.signedIn;
      const { purchaseToken } = await billingAccountOf(app, project, user.id);
      const { entitlements, subscriptions } = await holdingsOf(app, project, user.id);
      return {
        purchaseAccountToken: purchaseToken,
        entitlements: entitlements.map(encodeEntitlement),
        subscriptions: subscriptions.map((row) => encodeSubscription(project, row)),
      };
    },

    async listEntitlements(_request, { project, signedIn }) {
      const entitlements = await entitlementsOf(app, requireBilling(project), signedIn.user.id);
      return { entitlements: entitlements.map(encodeEntitlement) };
    },

    async listSubscriptions(_request, context) {
      const project = requireBilling(context.project);
      const { subscriptions } = await holdingsOf(app, project, context.signedIn.user.id);
      return { subscriptions: subscriptions.map((row) => encodeSubscription(project, row)) };
    },

    async listPurchases(_request, context) {
      const project = requireBilling(context.project);
      const { user } = context.signedIn;
      const rows = await purchasesOf(app, project, user.id);
      return { purchases: rows.map((row) => encodePurchase(project, row)) };
    },

    async syncPurchases({ purchases }, context) {
      const { signedIn, clientIp } = context;
      const project = requireBilling(context.project);
      const results = await syncPurchases(app, project, signedIn, purchases.map(proofOf), clientIp);
      const entitlements = await entitlementsOf(app, project, signedIn.user.id);
      return {
        results: results.map((result) => encodeResult(project, result)),
        entitlements: entitlements.map(encodeEntitlement),
      };
    },

    async createCheckoutSession(request, { project, signedIn }) {
      return { url: await createCheckout(app, project, signedIn, request) };
    },

    async createPortalSession({ returnUrl }, { project, signedIn }) {
      return { url: await createPortal(app, project, signedIn, returnUrl) };
    },
  };
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
