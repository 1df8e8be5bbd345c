import type Stripe from "stripe";
import { storeUnavailable } from "../../errors.ts";
import { lackingPermission, type StripeFailure } from "./failure.ts";

/** Nothing at Stripe has this id: a write to it changes nothing, and still needs the permission. */
const NOTHING = "svc_probe";
const AT_A_TIME = 4;

type Call = readonly [permission: string, call: (stripe: Stripe) => PromiseLike<unknown>];

/** Every permission that the server needs, with a call that needs it and changes nothing. */
const SERVER_CALLS: readonly Call[] = [
  ["Prices (read)", (stripe) => stripe.prices.list({ limit: 1 })],
  ["Customers (read)", (stripe) => stripe.customers.list({ limit: 1 })],
  ["Customers (write)", (stripe) => stripe.customers.update(NOTHING, {})],
  ["Checkout Sessions (read)", (stripe) => stripe.checkout.sessions.list({ limit: 1 })],
  ["Checkout Sessions (write)", (stripe) => stripe.checkout.sessions.expire(NOTHING)],
  ["Customer portal (read)", (stripe) => stripe.billingPortal.configurations.list({ limit: 1 })],
  ["Customer portal (write)", (stripe) => stripe.billingPortal.configurations.update(NOTHING, {})],
  ["Subscriptions (read)", (stripe) => stripe.subscriptions.list({ limit: 1 })],
  ["Subscriptions (write)", (stripe) => stripe.subscriptions.cancel(NOTHING)],
  ["Invoices (read)", (stripe) => stripe.invoices.list({ limit: 1 })],
  ["PaymentIntents (read)", (stripe) => stripe.paymentIntents.list({ limit: 1 })],
  ["Charges (read)", (stripe) => stripe.charges.list({ limit: 1 })],
  [
    "Invoices, PaymentIntents and Charges (read)",
    (stripe) =>
      stripe.invoicePayments.list({
        limit: 1,
        expand: ["data.invoice", "data.payment.payment_intent.latest_charge"],
      }),
  ],
  ["Disputes (read)", (stripe) => stripe.disputes.list({ limit: 1 })],
  ["Events (read)", (stripe) => stripe.events.list({ limit: 1 })],
  ["Webhook Endpoints (read)", (stripe) => stripe.webhookEndpoints.list({ limit: 1 })],
];

/** What `svc setup billing` does besides. */
const SETUP_CALLS: readonly Call[] = [
  ["Products (write)", (stripe) => stripe.products.update(NOTHING, {})],
  ["Prices (write)", (stripe) => stripe.prices.update(NOTHING, {})],
  ["Webhook Endpoints (write)", (stripe) => stripe.webhookEndpoints.update(NOTHING, {})],
];

/** For refunds by administrators. A key without it is as good otherwise: refunds are made in Stripe's dashboard, too. */
const REFUND_CALL: Call = ["Charges and Refunds (write)", (stripe) => stripe.refunds.update(NOTHING, {})];

/** Makes every call that billing makes, and names all permissions that the key lacks. */
export async function probeStripe(
  stripe: Stripe,
  { forSetup }: { forSetup: boolean },
): Promise<{ serverTime: number | undefined; mayRefund: boolean }> {
  const { lastResponse } = await stripe.products.list({ limit: 1 }).catch(refusedAs("Products (read)"));
  const calls = forSetup ? [...SERVER_CALLS, ...SETUP_CALLS] : SERVER_CALLS;
  const lacking: string[] = [];
  for (let begin = 0; begin < calls.length; begin += AT_A_TIME) {
    const some = calls.slice(begin, begin + AT_A_TIME);
    lacking.push(...(await Promise.all(some.map((call) => lackingFor(stripe, call)))).flat());
  }
  if (lacking.length > 0) throw lackingError(lacking);
  const time = Date.parse(lastResponse.headers.date ?? "");
  const mayRefund = (await lackingFor(stripe, REFUND_CALL)).length === 0;
  return { serverTime: Number.isNaN(time) ? undefined : time, mayRefund };
}

async function lackingFor(stripe: Stripe, [permission, call]: Call): Promise<string[]> {
  try {
    await call(stripe);
    return [];
  } catch (error) {
    const failure = error as StripeFailure;
    if (failure.statusCode === 403) return [named(permission, failure)];
    // Nothing has the id that it names: so it may.
    if (failure.statusCode === 400 || failure.statusCode === 404) return [];
    throw error;
  }
}

function named(permission: string, failure: StripeFailure): string {
  const name = lackingPermission(failure);
  return name === "" ? permission : `${permission}, ${name}`;
}

function refusedAs(permission: string): (error: unknown) => never {
  return (error) => {
    const failure = error as StripeFailure;
    throw failure.statusCode === 403 ? lackingError([named(permission, failure)]) : error;
  };
}

function lackingError(permissions: readonly string[]): Error {
  const why = `the key lacks permissions: ${permissions.join("; ")}`;
  return storeUnavailable("stripe", why, { isRefusal: true });
}
