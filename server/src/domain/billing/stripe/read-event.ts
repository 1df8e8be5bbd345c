/** What an event of Stripe's is about. */
export type StripeEvent = Readonly<{
  id: string;
  type: string;
  livemode: boolean;
  /** In seconds. */
  created: number;
  /** Empty when it does not say. */
  subscriptionId: string;
  /** Of refunds, disputes and what is bought once, which name no subscription. */
  paymentIntentId: string;
  /** Of a finished checkout: whose it was and which customer it made. */
  accountToken: string;
  customerId: string;
}>;

/** What processing listens to; everything else is stored and left alone. */
export const stripeEventTypes = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.trial_will_end",
  "invoice.paid",
  "invoice.payment_failed",
  "charge.refunded",
  // The money did not arrive: what was given back is paid again.
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.closed",
] as const;

type Json = Readonly<Record<string, unknown>>;

/** Undefined when it is no event as Stripe writes them. */
export function readStripeEvent(event: unknown): StripeEvent | undefined {
  const { id, type, livemode, created, data } = asObject(event);
  if (typeof id !== "string" || typeof type !== "string" || typeof created !== "number") return undefined;
  if (id === "" || id.length > 255 || type.length > 255 || typeof livemode !== "boolean") return undefined;
  const about = asObject(asObject(data).object);
  return {
    id,
    type,
    livemode,
    created,
    subscriptionId: subscriptionIn(about),
    paymentIntentId: idOf(about.payment_intent),
    accountToken: about.object === "checkout.session" ? text(about.client_reference_id).toLowerCase() : "",
    customerId: idOf(about.customer),
  };
}

function subscriptionIn(about: Json): string {
  if (about.object === "subscription") return text(about.id);
  if (about.object === "checkout.session") return idOf(about.subscription);
  if (about.object === "invoice")
    return idOf(asObject(asObject(about.parent).subscription_details).subscription);
  return "";
}

/** Stripe writes a thing as its id, or as a whole when it was expanded. */
function idOf(value: unknown): string {
  return typeof value === "string" ? value : text(asObject(value).id);
}

function text(value: unknown): string {
  return typeof value === "string" && value.length <= 255 ? value : "";
}

function asObject(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}
