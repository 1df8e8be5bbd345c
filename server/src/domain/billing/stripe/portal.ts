import { AppError } from "../../../errors.ts";
import { forgetStripeCustomer } from "../../../storage/billing-accounts.ts";
import type { User } from "../../../storage/db.ts";
import { requireRedirectTarget } from "../../oauth/redirect-target.ts";
import type { Project } from "../../projects/project.ts";
import { billingAccountOf } from "../billing-account.ts";
import type { StoreApp } from "../store-adapter.ts";
import { stripeKey } from "./stripe-key.ts";

/** A page of Stripe's where the user manages what they bought there. */
export async function createPortal(
  app: StoreApp,
  project: Project,
  { user }: Readonly<{ user: User }>,
  returnUrl: string,
): Promise<string> {
  const target = requireRedirectTarget(project.settings, returnUrl).href;
  const key = await stripeKey(app, project);
  const { stripeCustomerId: customerId } = await billingAccountOf(app, project, user.id);
  if (customerId === null) throw noCustomer();
  const { portalConfigurationId } = project.settings.billing.stripe;
  const url = await app.stores.stripe.createPortal(key, {
    customerId,
    configurationId: portalConfigurationId || undefined,
    returnUrl: target,
  });
  if (url !== undefined) return url;
  await forgetStripeCustomer(app.db, project.id, user.id, customerId);
  throw noCustomer();
}

function noCustomer(): AppError {
  return new AppError("NOT_FOUND", undefined, { resource: "customer" });
}
