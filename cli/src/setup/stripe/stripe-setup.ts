import type { StripeSettingsUpdateJson } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { type BillingFacts, type StoreSetup, storeSetup } from "../billing-store.ts";
import type { Walk } from "../billing-walk.ts";
import { step } from "../step.ts";
import { stripeCatalogOf } from "./catalog.ts";
import { stripeOneTimeOf } from "./one-time.ts";
import { ensurePortal } from "./portal.ts";
import { stripeClient } from "./stripe-client.ts";
import { walkStripe } from "./walk-stripe.ts";
import { dropWebhooks, ensureWebhook } from "./webhooks.ts";

/** Without the key nothing can be made at Stripe; what is there is still looked at by the server. */
export async function stripeSetup(facts: BillingFacts, secretKey: string): Promise<StoreSetup> {
  const title = "Stripe";
  const store = "STORE_STRIPE";
  const steps = () => [
    step("Fill in what customers see, and turn live payments on", {
      at: "https://dashboard.stripe.com/settings/branding and https://dashboard.stripe.com/account/onboarding",
    }),
  ];
  if (secretKey === "") {
    return storeSetup({ store, title, steps: () => [keyStep(facts), ...steps()] }, async () => {});
  }
  const { stripe, apiVersion } = await stripeClient(secretKey);
  const follow = async (walk: Walk): Promise<void> => {
    const { act } = walk;
    const { call, slug, projectId, urls } = facts;
    const { stripe: stored = {} } = facts.billing.settings ?? {};
    const sold = await walkStripe(stripe, stripeCatalogOf(facts.billing), walk);
    await walkStripe(stripe, stripeOneTimeOf(facts.billing), walk);
    const { stripeUrl: url = "", stripeEvents: events = [] } = urls;
    const wanted = { url, events, project: projectId, apiVersion };
    const known = { endpointId: stored.webhookEndpointId ?? "", hasSecret: stored.hasWebhookSecret === true };
    const { id, secret, lost } = await ensureWebhook(stripe, wanted, known, act);
    const save = (changes: StripeSettingsUpdateJson) =>
      call("BillingService", "updateBillingSettings", { project: slug, settings: { stripe: changes } });
    // In a plan nothing is made, so there is neither id nor secret yet.
    if (id === "" || secret !== undefined) {
      const changes = { webhookEndpointId: id, webhookSecret: secret ?? "" };
      await act("save the webhook's id and signing secret in svc", () => save(changes));
    }
    await dropWebhooks(stripe, lost, act);
    const kept = stored.portalConfigurationId ?? "";
    const portal = await ensurePortal(stripe, { project: projectId, kept, sold }, act);
    if (portal === undefined || portal !== kept) {
      await act("save the portal's id in svc", () => save({ portalConfigurationId: portal ?? "" }));
    }
  };
  return storeSetup({ store, title, steps }, follow);
}

function keyStep({ slug }: BillingFacts) {
  return step("Pass the Stripe key, so that svc can create the catalog in Stripe", {
    at: "https://dashboard.stripe.com/apikeys",
    afterwards: `svc setup billing --project ${slug} --stripe-secret-key - < key.txt`,
  });
}
