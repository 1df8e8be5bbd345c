import { randomUUID } from "node:crypto";
import type {
  StripeCheckout,
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
  readonly subscriptions = new Map<string, StripeSubscriptionThing>();
  readonly payments: StripePayment[] = [];
  readonly checkouts: StripeCheckout[] = [];
  /** What Stripe told or wanted to tell, the oldest first. */
  readonly events: Array<Record<string, unknown>> = [];
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
      product: "prod_demo",
      lookup_key: lookupKey,
      metadata: {},
      recurring: { interval: "month", interval_count: 1 },
      ...changes,
    };
    this.prices.set(price.id, price);
    return price;
  }

  /** Somebody paid on the page of a checkout. */
  subscribe(accountToken: string, price: StripePrice, customer = this.id("cus")): StripeSubscriptionThing {
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
      livemode: false,
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
      refunded: false,
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
      livemode: false,
      created: this.now(),
      data: { object: { ...object } },
    };
    this.events.push(event);
    return event;
  }
}
