import { Store } from "@svc/proto/svc/billing/v1/subscription_pb";
import { lazy } from "react";
import { billing, stores as text } from "../../../strings/billing.ts";
import { catalog } from "../../../strings/billing-catalog.ts";
import { oneTimeCatalog } from "../../../strings/billing-purchases.ts";
import type { StoreEntry } from "../store-entry.ts";

export const stripe: StoreEntry = {
  value: Store.STRIPE,
  word: "stripe",
  name: billing.storeNames.stripe,
  Card: lazy(async () => ({ default: (await import("./stripe-card.tsx")).StripeCard })),
  productIds: [
    { name: "stripeLookupKey", path: "stripe_lookup_key", label: catalog.stripeLookupKey },
    { name: "stripeProductId", path: "stripe_product_id", label: catalog.stripeProductId },
  ],
  oneTimeIds: [
    { name: "stripeLookupKey", path: "stripe_lookup_key", label: oneTimeCatalog.stripeLookupKey },
    { name: "stripeProductId", path: "stripe_product_id", label: oneTimeCatalog.stripeProductId },
  ],
  webhook: { urlOf: ({ stripeUrl }) => stripeUrl, isSecret: false, hint: text.urlStripe },
  hasSupport: true,
};
