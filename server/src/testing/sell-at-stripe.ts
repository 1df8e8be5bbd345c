import { systemActor } from "../domain/analytics/record-event.ts";
import { applyPurchase } from "../domain/billing/apply-purchase.ts";
import { applySnapshot } from "../domain/billing/apply-snapshot.ts";
import { updateProject } from "../domain/projects/update-project.ts";
import { paidMonth, SELLING } from "./billing.ts";
import { paidOnce } from "./one-time.ts";
import { STRIPE_KEY, type StripeStore } from "./stores/stripe.ts";
import type { TestApp } from "./test-app.ts";

/** A subscription and a one-time purchase of the project that were paid at Stripe. */
export async function sellAtStripe(
  t: TestApp,
  stripe: StripeStore,
  projectId: string,
): Promise<{ subscriptionId: string; purchaseId: string }> {
  const project = await updateProject(t.app, systemActor, projectId, {
    settings: { billing: { ...SELLING, stripe: { ...SELLING.stripe, enabled: true } } },
    secrets: new Map([["billing.stripe.secret_key", STRIPE_KEY]]),
  });
  const { shop } = stripe;
  const { id: subjectKey } = shop.subscribe("", shop.addPrice("svc:demo:pro:p1m:usd"));
  const sold = { store: "stripe", environment: "sandbox" } as const;
  const told = paidMonth(t.app.clock(), { ...sold, subjectKey });
  const { subscription } = await applySnapshot(t.app, project, told);
  const intent = shop.payOnce(shop.addPrice("svc:demo:coins:once:usd", { recurring: null }));
  const once = paidOnce(t.app.clock(), { ...sold, subjectKey: intent.id });
  const { purchase } = await applyPurchase(t.app, project, once);
  return { subscriptionId: subscription.id, purchaseId: purchase.id };
}
