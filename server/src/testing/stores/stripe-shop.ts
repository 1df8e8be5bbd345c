import { randomUUID } from "node:crypto";
import { missingResourceError, StripeRefusal } from "./stripe-refusal.ts";
import type {
  StripeCheckout,
  StripeCustomer,
  StripeIntent,
  StripePayment,
  StripePortalConfiguration,
  StripePrice,
  StripeProduct,
  StripeSubscriptionThing,
  StripeWebhook,
} from "./stripe-things.ts";

const DAY_S = 86_400;

/** What happens at Stripe, and what it keeps of it. */
export class StripeShop {
  readonly products = new Map<string, StripeProduct>();
  readonly prices = new Map<string, StripePrice>();
  readonly webhooks = new Map<string, StripeWebhook>();
  readonly portals = new Map<string, StripePortalConfiguration>();
  readonly customers = new Map<string, StripeCustomer>();
  readonly subscriptions = new Map<string, StripeSubscriptionThing>();
  readonly payments: StripePayment[] = [];
  readonly intents: StripeIntent[] = [];
  readonly checkouts: StripeCheckout[] = [];
  /** What Stripe told or wanted to tell, the oldest first. */
  readonly events: Array<Record<string, unknown>> = [];
  /** Of the key that asks. */
  livemode = false;
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  now(): number {
    return Math.floor(this.#clock() / 1000);
  }

  id(prefix: string): string {
    return `${prefix}_${randomUUID().replaceAll("-", "").slice(0, 16)}`;
  }

  addPrice(lookupKey: string, changes: Partial<StripePrice> = {}): StripePrice {
    const price: StripePrice = {
      id: this.id("price"),
      object: "price",
      active: true,
      currency: "usd",
      unit_amount: 999,
      product: changes.product ?? this.#demoProduct(),
      lookup_key: lookupKey,
      metadata: {},
      recurring: { interval: "month", interval_count: 1 },
      ...changes,
    };
    this.prices.set(price.id, price);
    return price;
  }

  #demoProduct(): string {
    const id = "prod_demo";
    if (!this.products.has(id)) {
      this.products.set(id, { id, object: "product", active: true, name: "Demo", metadata: {} });
    }
    return id;
  }

  addCustomer(changes: Partial<StripeCustomer> = {}): StripeCustomer {
    const customer: StripeCustomer = {
      ...{ id: this.id("cus"), object: "customer", livemode: this.livemode, email: null, metadata: {} },
      ...changes,
    };
    this.customers.set(customer.id, customer);
    return customer;
  }

  /** Deleted customers and those of the other mode are no customers. */
  requireCustomer(id: string): void {
    if (this.customers.get(id)?.livemode !== this.livemode) throw missingResourceError("customer", id);
  }

  /** Somebody pays on a page: once, and only while it is open. */
  complete(page: StripeCheckout): StripeSubscriptionThing {
    const price = this.#payOn(page, "subscription");
    page.customer ??= this.addCustomer({ email: page.email ?? null }).id;
    const bought = this.subscribe(page.metadata.svc_account ?? "", price, page.customer);
    bought.metadata = { ...page.metadata };
    page.status = "complete";
    page.subscription = bought.id;
    return bought;
  }

  /** Somebody buys once on a page; a bank's payment is `processing` for days. */
  completeOnce(page: StripeCheckout, status: "succeeded" | "processing" = "succeeded"): StripeIntent {
    const price = this.#payOn(page, "payment");
    const { customer = null, metadata } = page;
    const intent = this.payOnce(price, { status, customer, metadata: { ...metadata } });
    page.status = "complete";
    page.paymentIntent = intent.id;
    return intent;
  }

  /** Something is bought once. */
  payOnce(price: StripePrice, changes: Partial<StripeIntent> = {}): StripeIntent {
    const intent: StripeIntent = {
      ...{ id: this.id("pi"), status: "succeeded", livemode: this.livemode, created: this.now() },
      ...{ amount: price.unit_amount, currency: price.currency, customer: null, metadata: {} },
      ...{ refunded: false, amountRefunded: 0, dispute: undefined },
      ...changes,
    };
    this.intents.push(intent);
    return intent;
  }

  #payOn(page: StripeCheckout, mode: string): StripePrice {
    const price = this.prices.get(page.price);
    if (page.status !== "open" || page.mode !== mode || !price)
      throw new StripeRefusal(`the page is ${page.status}, for ${page.mode}`, "invalid_state");
    return price;
  }

  /** A subscription that is paid for, marked as an old checkout marked it. */
  subscribe(
    accountToken: string,
    price: StripePrice,
    customer = this.addCustomer().id,
  ): StripeSubscriptionThing {
    const start = this.now();
    const id = this.id("sub");
    const item = {
      id: this.id("si"),
      current_period_start: start,
      current_period_end: start + 30 * DAY_S,
      price,
    };
    const subscription: StripeSubscriptionThing = {
      id,
      object: "subscription",
      status: "active",
      livemode: this.livemode,
      customer,
      currency: price.currency,
      start_date: start,
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      cancellation_details: { reason: null },
      pause_collection: null,
      metadata: { svc_account: accountToken },
      items: { object: "list", data: [item] },
    };
    this.subscriptions.set(id, subscription);
    this.pay(subscription);
    return subscription;
  }

  pay(subscription: StripeSubscriptionThing): StripePayment {
    const payment = {
      invoice: this.id("in"),
      intent: this.id("pi"),
      subscription: subscription.id,
      created: this.now(),
      amount: subscription.items.data[0]?.price.unit_amount ?? 0,
      refunded: false,
      amountRefunded: 0,
      dispute: undefined,
    };
    this.payments.push(payment);
    return payment;
  }

  /** The next period is paid. */
  renew(subscription: StripeSubscriptionThing): StripePayment {
    for (const item of subscription.items.data) {
      item.current_period_start = item.current_period_end;
      item.current_period_end += 30 * DAY_S;
    }
    subscription.status = "active";
    return this.pay(subscription);
  }

  end(subscription: StripeSubscriptionThing, reason: string): void {
    subscription.status = "canceled";
    subscription.canceled_at ??= this.now();
    subscription.ended_at = this.now();
    subscription.cancellation_details.reason = reason;
  }

  event(type: string, object: object): Record<string, unknown> {
    const event = {
      id: this.id("evt"),
      object: "event",
      type,
      livemode: this.livemode,
      created: this.now(),
      data: { object: { ...object } },
    };
    this.events.push(event);
    return event;
  }
}
