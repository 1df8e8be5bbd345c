import { hash } from "node:crypto";
import type Stripe from "stripe";
import type { StepRunner } from "../step-runner.ts";
import { asFailure } from "./stripe-client.ts";
import type { SoldPrice } from "./walk-stripe.ts";

/** Stripe lets customers switch between the prices of so many products. */
const MOST_PRODUCTS = 10;

export type WantedPortal = Readonly<{
  /** Id of the project, by which the configuration is found again. */
  project: string;
  /** Id of the configuration that svc uses; empty when there is none. */
  kept: string;
  sold: readonly SoldPrice[];
}>;

/**
 * The configuration of the portal: customers pay, cancel, and switch between what is sold. Configurations
 * cannot be deleted, so the project's own is changed when the catalog has changed. Undefined when none was
 * made because nothing is to be done for real.
 */
export async function ensurePortal(
  stripe: Stripe,
  { project, kept, sold }: WantedPortal,
  act: StepRunner,
): Promise<string | undefined> {
  const features = {
    customer_update: { enabled: true, allowed_updates: ["email", "address"] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: "at_period_end" },
    subscription_update: switchingBetween(sold),
  } satisfies Stripe.BillingPortal.ConfigurationCreateParams.Features;
  const mark = hash("sha256", JSON.stringify([project, features])).slice(0, 32);
  const metadata = { svc: mark, svc_project: project };
  const { configurations } = stripe.billingPortal;
  try {
    const found = await findPortal(stripe, project, kept);
    if (found?.metadata?.svc === mark) return found.id;
    let id = found?.id;
    if (found) {
      await act("update the customer portal", () => configurations.update(found.id, { features, metadata }));
    } else {
      await act("create the customer portal", async () => {
        id = (await configurations.create({ features, metadata })).id;
      });
    }
    return id;
  } catch (error) {
    throw asFailure(error);
  }
}

/** Ours only: by the project's mark, or as the one in use that an earlier version marked. */
async function findPortal(
  stripe: Stripe,
  project: string,
  kept: string,
): Promise<Stripe.BillingPortal.Configuration | undefined> {
  for await (const found of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
    const { svc, svc_project: owner } = found.metadata ?? {};
    if (owner === project || (owner === undefined && svc !== undefined && found.id === kept)) return found;
  }
  return undefined;
}

/** Whoever switches pays the difference at once, so that nobody uses what is not paid for. */
function switchingBetween(
  sold: readonly SoldPrice[],
): Stripe.BillingPortal.ConfigurationCreateParams.Features.SubscriptionUpdate {
  const products = new Map<string, Map<string, string>>();
  for (const { productId, priceId = "not made yet", plan } of sold) {
    const prices = products.get(productId) ?? new Map<string, string>();
    // Of a product, Stripe takes one price for each interval.
    const interval = [plan.recurring?.interval, plan.recurring?.intervalCount, plan.currency].join(" ");
    if (!prices.has(interval)) prices.set(interval, priceId);
    products.set(productId, prices);
  }
  if (products.size === 0) return { enabled: false };
  return {
    enabled: true,
    default_allowed_updates: ["price"],
    proration_behavior: "always_invoice",
    products: [...products]
      .slice(0, MOST_PRODUCTS)
      .map(([product, prices]) => ({ product, prices: [...prices.values()] })),
  };
}
