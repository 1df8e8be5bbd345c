/** Billing metrics. The server sends the definitions, so that the command line shows the same ones. */
export const metrics = {
  part: "Metrics",
  period: "Period",
  periods: { 7: "Last 7 days", 30: "Last 30 days", 90: "Last 90 days", 365: "Last 365 days" },
  environment: "Environment",
  environments: { "": "Production only", all: "Include test purchases" },
  total: "All stores",
  byTier: "By store and tier",
  unknownTier: "Not in the catalog",
  since: (from: string, to: string) => `${from} – ${to}`,
  names: {
    mrr: "MRR",
    active: "Active",
    trialing: "In trial",
    in_billing_retry: "In billing retry",
    started: "Started",
    churned: "Churned",
    trials_converted: "Trials converted",
    refunds: "Refunds",
    purchases: "One-time purchases",
  },
  parts: {
    active_at_start: "Active at start",
    trials_ended: "Trials ended",
    refunded: "Refunded",
    purchased: "Purchased",
  } as Readonly<Record<string, string>>,
  none: "–",
  share: (part: string, whole: string, percent: string) => `${part} of ${whole} (${percent})`,
  shareOfNone: (part: string, whole: string) => `${part} of ${whole}`,
  emptyTitle: "No metrics yet",
  emptyText:
    "Metrics appear with the first subscription or purchase. Test purchases are excluded unless you include them.",
  showTests: "Include test purchases",
} as const;

/** What support can do for a customer. */
export const support = {
  title: "Support",
  cancelLater: "Cancel at period end",
  cancelLaterTitle: "Cancel at the end of the period?",
  cancelLaterText: (until: string) =>
    `Stripe won’t charge the customer again. They keep access until ${until}. Nothing is refunded.`,
  canceledLater: "Will be canceled at the end of the period.",
  keep: "Keep subscription",
  cancelNow: "Cancel now",
  cancelNowTitle: "Cancel now?",
  cancelNowText:
    "The subscription and access end immediately. Nothing is refunded. This cannot be undone; the customer can subscribe again.",
  canceledNow: "Subscription canceled.",
  refund: "Refund last payment",
  refundTitle: "Refund the last payment?",
  refundText:
    "Stripe refunds the full last payment. The subscription is canceled and access ends immediately. This cannot be undone.",
  refunded: (amount: string) => `Refunded ${amount} and canceled the subscription.`,
  extend: "Extend",
  extendTitle: "Extend access",
  extendText: (tier: string) =>
    `The owner keeps ${tier} until the end of the chosen day without being charged. The subscription itself does not change.`,
  extendUntil: "Until",
  extendReason: "Reason",
  extendReasonHint: "Only administrators see it.",
  extendNow: "Grant access",
  extended: (until: string) => `Access granted until ${until}.`,
  storeOnly: (store: string) =>
    `In ${store}, only the customer can cancel, and the store handles refunds. Send the customer to this page:`,
  noTier: "This product is not in the catalog, so it can’t be extended.",
  noOwner: "This subscription has no owner, so it can’t be extended.",
} as const;
