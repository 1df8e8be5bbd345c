import type { App } from "../../app.ts";
import { cancelSubscription } from "../../domain/billing/cancel-subscription.ts";
import { billingMetrics } from "../../domain/billing/metrics.ts";
import { refundPurchase, refundSubscription } from "../../domain/billing/refund-payment.ts";
import type { Refunded } from "../../domain/billing/store-adapter.ts";
import { requireProjectNamed } from "../../domain/projects/find-project.ts";
import { invalidRequest } from "../../errors.ts";
import { encodePurchaseForAdmins } from "../billing/encode-purchase.ts";
import { adminActor } from "../context.ts";
import type { AdminBillingHandlers } from "../methods/admin-billing.ts";
import { encodeOwned } from "./encode-billing.ts";
import { encodeMetrics } from "./encode-metrics.ts";

/** What operators look at and do for their customers. */
export function billingOperationsHandlers(app: App): AdminBillingHandlers {
  return {
    async getBillingMetrics({ project: named, ...request }, { signal }) {
      const project = await requireProjectNamed(app, named);
      return encodeMetrics(await billingMetrics(app, project, request, signal));
    },

    async cancelSubscription({ project: named, ...request }, context) {
      const project = await requireProjectNamed(app, named);
      const row = await cancelSubscription(app, { project, by: adminActor(context) }, request);
      return { subscription: encodeOwned(project, row) };
    },

    async refundPayment({ project: named, subscriptionId, purchaseId }, context) {
      const project = await requireProjectNamed(app, named);
      if ((subscriptionId === "") === (purchaseId === "")) {
        throw invalidRequest(
          "subscription_id",
          "is required unless purchase_id is set; set only one of them",
        );
      }
      const scope = { project, by: adminActor(context) };
      if (purchaseId !== "") {
        const { refunded, purchase } = await refundPurchase(app, scope, purchaseId);
        return { refunded: encodeMoney(refunded), purchase: encodePurchaseForAdmins(project, purchase) };
      }
      const { refunded, subscription } = await refundSubscription(app, scope, subscriptionId);
      return { refunded: encodeMoney(refunded), subscription: encodeOwned(project, subscription) };
    },
  };
}

function encodeMoney({ currency, micros }: Refunded): { currency: string; micros: bigint } {
  return { currency, micros: BigInt(micros) };
}
