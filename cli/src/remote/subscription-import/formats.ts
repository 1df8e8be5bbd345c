/** Whose exports can be imported; `csv` is our own. */
export const subscriptionFormats = ["csv", "revenuecat", "stripe"] as const;
export type SubscriptionFormat = (typeof subscriptionFormats)[number];
