import { AppError } from "../../../errors.ts";
import { requireRedirectTarget } from "../../oauth/redirect-target.ts";
import type { Project } from "../../projects/project.ts";
import type { SignedIn } from "../../sessions/user-of-token.ts";
import { billingAccountOf } from "../billing-account.ts";
import { requireBilling } from "../require-billing.ts";
import type { StoreApp } from "../store-adapter.ts";
import { stripeKey } from "./stripe-key.ts";

/** A page of Stripe's where the user manages what they bought there. */
export async function createPortal(
  app: StoreApp,
  project: Project,
  { user }: SignedIn,
  returnUrl: string,
): Promise<string> {
  requireBilling(project);
  const target = requireRedirectTarget(project.settings, returnUrl).href;
  const key = await stripeKey(app, project);
  const { stripeCustomerId } = await billingAccountOf(app, project, user.id);
  if (stripeCustomerId === null) throw new AppError("NOT_FOUND", undefined, { resource: "customer" });
  const { portalConfigurationId } = project.settings.billing.stripe;
  return app.stores.stripe.createPortal(key, {
    customerId: stripeCustomerId,
    configurationId: portalConfigurationId || undefined,
    returnUrl: target,
  });
}
