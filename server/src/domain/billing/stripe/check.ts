import { AppError } from "../../../errors.ts";
import type { Millis } from "../../../storage/db.ts";
import type { Project } from "../../projects/project.ts";
import type { StoreApp, StoreCheck } from "../store-adapter.ts";
import { stripeKey } from "./stripe-key.ts";

const MOST_SKEW_MS = 60_000;

/** Looks at the key, the clock and the webhook; changes nothing. */
export async function checkStripe(app: StoreApp, project: Project): Promise<StoreCheck[]> {
  try {
    const key = await stripeKey(app, project);
    const { livemode, serverTime, mayRefund } = await app.stores.stripe.probe(key);
    const mode = livemode ? "a key for live payments" : "a test key";
    return [
      { name: "api key", ok: true, detail: `Stripe accepts ${mode}`, remedy: "" },
      refundsCheck(mayRefund),
      ...(serverTime === undefined ? [] : [clockCheck(app.clock() - serverTime)]),
      await webhookCheck(app, project, key),
    ];
  } catch (error) {
    return [problemOf(error)];
  }
}

/** OK either way: who refunds in Stripe's dashboard may keep the key from it. */
function refundsCheck(mayRefund: boolean): StoreCheck {
  const detail = mayRefund
    ? "the key can refund payments"
    : "the key cannot refund payments: refund in the Stripe Dashboard, or give the key the permission Charges and Refunds (write)";
  return { name: "refunds", ok: true, detail, remedy: "" };
}

function clockCheck(skewMs: Millis): StoreCheck {
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const ok = Math.abs(skewMs) <= MOST_SKEW_MS;
  return {
    name: "clock",
    ok,
    detail: `${seconds} s ${skewMs < 0 ? "behind" : "ahead of"} Stripe's`,
    remedy: ok ? "" : "synchronize this server's clock, for example with chrony",
  };
}

async function webhookCheck(
  app: Pick<StoreApp, "stores">,
  project: Project,
  key: string,
): Promise<StoreCheck> {
  const { webhookEndpointId } = project.settings.billing.stripe;
  const found = webhookEndpointId && (await app.stores.stripe.findWebhook(key, webhookEndpointId));
  const remedy = "run svc setup billing --stripe again";
  if (!found) return { name: "webhook", ok: false, detail: "the endpoint does not exist at Stripe", remedy };
  if (!found.enabled) return { name: "webhook", ok: false, detail: "the endpoint is disabled", remedy };
  if (!found.url.endsWith(`/webhooks/stripe/${project.slug}`)) {
    return { name: "webhook", ok: false, detail: "the endpoint calls another URL", remedy };
  }
  return { name: "webhook", ok: true, detail: `calls ${found.url}`, remedy: "" };
}

function problemOf(error: unknown): StoreCheck {
  if (!(error instanceof AppError)) throw error;
  const { reason, detail = "", metadata } = error;
  if (reason === "STORE_NOT_CONFIGURED") {
    return {
      name: "settings",
      ok: false,
      detail: `missing: ${detail}`,
      remedy: "run svc setup billing --stripe",
    };
  }
  const remedy = metadata.refused
    ? "run svc setup billing with a key that has the permissions listed in docs/guides/subscriptions.md"
    : "check that this server can reach api.stripe.com, then try again";
  return { name: "api key", ok: false, detail, remedy };
}
