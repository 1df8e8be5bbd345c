import type Stripe from "stripe";
import { requirePublicUrl } from "../billing-store.ts";
import type { StepRunner } from "../step-runner.ts";
import { asFailure, ifThere } from "./stripe-client.ts";

/** What svc has to remember of the webhook. The secret is told once, when the endpoint is made. */
export type StripeWebhook = Readonly<{
  /** Empty when none was made because nothing is to be done for real. */
  id: string;
  secret: string | undefined;
  /** Endpoints of this project whose secrets nobody has. */
  lost: readonly string[];
}>;

export type WantedWebhook = Readonly<{
  url: string;
  events: readonly string[];
  /** Id of the project, by which the endpoint is found again. */
  project: string;
  apiVersion: string;
}>;

export type StoredWebhook = Readonly<{ endpointId: string; hasSecret: boolean }>;

/**
 * The endpoint that calls this project. One whose secret nobody kept is replaced: it cannot be asked for
 * again. Endpoints of others are left alone.
 */
export async function ensureWebhook(
  stripe: Stripe,
  { url, events, project, apiVersion }: WantedWebhook,
  stored: StoredWebhook,
  act: StepRunner,
): Promise<StripeWebhook> {
  requirePublicUrl("Stripe", url);
  const enabled = events as Events;
  try {
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
    const ours = data.filter((endpoint) => endpoint.metadata.svc_project === project && endpoint.url === url);
    const kept = ours.find(({ id }) => id === stored.endpointId && stored.hasSecret);
    const lost = ours.flatMap((endpoint) => (endpoint === kept ? [] : [endpoint.id]));
    let made: { id: string; secret: string | undefined } | undefined;
    if (!kept) {
      await act(`create the webhook for ${url}`, async () => {
        const { id, secret } = await stripe.webhookEndpoints.create({
          url,
          enabled_events: enabled,
          api_version: apiVersion as Stripe.WebhookEndpointCreateParams.ApiVersion,
          metadata: { svc_project: project },
          description: "svc: subscriptions",
        });
        made = { id, secret };
      });
    } else if (kept.status !== "enabled" || !hasAll(kept, enabled)) {
      await act(`bring the webhook ${kept.id} up to date`, () =>
        stripe.webhookEndpoints.update(kept.id, { disabled: false, enabled_events: enabled }),
      );
    }
    return { id: made?.id ?? kept?.id ?? "", secret: made?.secret, lost };
  } catch (error) {
    throw asFailure(error);
  }
}

/** Only after the new one's secret is stored: a run that is stopped in between loses no event. */
export async function dropWebhooks(stripe: Stripe, ids: readonly string[], act: StepRunner): Promise<void> {
  for (const id of ids) {
    await act(`delete the webhook ${id}, whose secret is lost`, () =>
      ifThere(stripe.webhookEndpoints.del(id)),
    );
  }
}

type Events = Stripe.WebhookEndpointCreateParams.EnabledEvent[];

function hasAll({ enabled_events: events }: Stripe.WebhookEndpoint, wanted: Events): boolean {
  return events.includes("*") || wanted.every((type) => events.includes(type));
}
