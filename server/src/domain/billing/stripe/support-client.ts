/** What became of the newest payment; `unitAmount` is in the smallest unit of the currency. */
export type StripeRefundOutcome =
  | Readonly<{ kind: "refunded"; currency: string; unitAmount: number }>
  /** All of it was given back before, or is disputed. */
  | Readonly<{ kind: "given-back" }>
  /** Nothing was paid, or not by a way that Stripe can give back. */
  | Readonly<{ kind: "unpaid" }>;

/** What support does at Stripe for a customer; fails like StripeClient. */
export type StripeSupportClient = Readonly<{
  /** Ends a subscription now or with its period. False when that is so already. */
  cancel: (secretKey: string, id: string, immediately: boolean) => Promise<boolean>;
  /** Gives back what is left of the newest payment for a subscription. Safe to repeat. */
  refundSubscription: (secretKey: string, id: string) => Promise<StripeRefundOutcome>;
  /** The same for a one-time purchase, by its payment intent. */
  refundPayment: (secretKey: string, paymentIntentId: string) => Promise<StripeRefundOutcome>;
}>;
