/** What each figure means, by the name of its field. Console, command line and guide show these sentences. */
export const metricDefinitions = {
  metrics:
    "One row for each store and tier, or one-time product. Purchases in test environments count only on request; what is shared in a family never counts. Amounts are the prices customers pay, before fees of the store, by currency and without conversion.",
  mrr: "Monthly recurring revenue: the price of each active subscription divided by the months of its period; a week is 12/52 of a month. Add-ons of a Google Play purchase are not included: only the price of its main product is stored.",
  active:
    "Subscriptions that are paid and give access now, including those that will not renew and those in a grace period. Free trials are not included.",
  trialing: "Subscriptions in a free trial now.",
  in_billing_retry:
    "Subscriptions whose last payment failed while the store still retries it: in a grace period (with access) or on hold (without).",
  started:
    "Subscriptions that began in the period, free trials included. One that came back after it had ended counts again; a change of plan does not count.",
  active_at_start:
    "Subscriptions that were paid and gave access when the period began. After a change of plan, the new subscription stands for the old one. One that ended and came back in the period counts as started instead.",
  churned:
    "Of the paid subscriptions at the start, those that have ended: expired, refunded, or canceled with no access left. A change of plan, a payment that the store still retries and a pause are not churn. The churn rate is churned divided by active at start.",
  trials_ended:
    "Free trials that were followed by a payment in the period, or that ended in it without one. A trial whose first payment the store still retries has not ended yet.",
  trials_converted:
    "Of the trials that ended in the period, those followed by a payment. The conversion rate is trials converted divided by trials ended.",
  refunds:
    "Paid subscriptions and one-time purchases that were refunded in full, lost in a dispute or withdrawn by the store in the period. Partial refunds are not included.",
  refunded:
    "Price of what was refunded in the period: of a subscription, the price of one period; of a one-time purchase, its whole price.",
  purchases: "One-time purchases paid in the period, including those refunded since.",
  purchased: "Price of the one-time purchases paid in the period.",
} as const;

export type MetricName = keyof typeof metricDefinitions;
