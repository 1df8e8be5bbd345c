import type { Parameters } from "./stripe-parameters.ts";

/** What Stripe keeps, as its API shows it. Fields that nobody here looks at are left out. */
export type StripePrice = {
  id: string;
  object: "price";
  active: boolean;
  currency: string;
  unit_amount: number;
  product: string;
  lookup_key: string | null;
  metadata: Record<string, string>;
  /** Null for what is bought once. */
  recurring: { interval: string; interval_count: number } | null;
};

export type StripeSubscriptionThing = {
  id: string;
  object: "subscription";
  status: string;
  livemode: boolean;
  customer: string;
  currency: string;
  start_date: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  cancellation_details: { reason: string | null };
  pause_collection: { resumes_at: number | null } | null;
  metadata: Record<string, string>;
  items: {
    object: "list";
    data: Array<{ id: string; current_period_start: number; current_period_end: number; price: StripePrice }>;
  };
};

export type StripePayment = {
  invoice: string;
  intent: string;
  subscription: string;
  created: number;
  amount: number;
  /** All of it. */
  refunded: boolean;
  /** What was given back while it is not all of it. */
  amountRefunded: number;
  /** Status of the dispute, if there is one. */
  dispute: string | undefined;
};

/** What was paid once. */
export type StripeIntent = {
  readonly id: string;
  status: string;
  readonly livemode: boolean;
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** All of it. */
  refunded: boolean;
  /** What was given back while it is not all of it. */
  amountRefunded: number;
  /** Status of the dispute, if there is one. */
  dispute: string | undefined;
};

export type StripeProduct = {
  id: string;
  object: "product";
  active: boolean;
  name: string;
  metadata: Record<string, string>;
};

export type StripeWebhook = {
  id: string;
  object: "webhook_endpoint";
  url: string;
  status: "enabled" | "disabled";
  enabled_events: string[];
  api_version: string | null;
  metadata: Record<string, string>;
};

export type StripePortalConfiguration = {
  id: string;
  object: "billing_portal.configuration";
  active: boolean;
  is_default: boolean;
  metadata: Record<string, string>;
  features: Parameters;
};

export type StripeCustomer = {
  id: string;
  object: "customer";
  /** Test customers do not exist for a live key, and the other way round. */
  livemode: boolean;
  email: string | null;
  metadata: Record<string, string>;
};

/** A page on which somebody may subscribe. */
export type StripeCheckout = {
  readonly id: string;
  readonly created: number;
  status: "open" | "complete" | "expired";
  readonly mode: string;
  readonly reference: string;
  readonly price: string;
  customer: string | undefined;
  readonly email: string | undefined;
  readonly trialDays: string | undefined;
  /** Of the subscription that it leads to. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Of the page itself. */
  readonly marks: Readonly<Record<string, string>>;
  subscription: string | null;
  paymentIntent: string | null;
};
