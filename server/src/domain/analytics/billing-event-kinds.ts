import type { EventKindRow } from "./event-kind-row.ts";

const MOVED = "Id of the user who had it before; null if that user was erased. Only when it moved.";
const IMPORTED = "True when it came with an import. Otherwise absent.";
const STORE = "`app_store`, `play_store` or `stripe`.";

const SUBSCRIPTION = {
  subscription_id: "Id of the subscription.",
  store: STORE,
  product_id: "The product, as the store names it.",
  state: "The state after the change.",
  sandbox: "Whether it is a test purchase.",
  imported: IMPORTED,
  from_user_id: MOVED,
};

const PURCHASE = {
  purchase_id: "Id of the purchase.",
  store: STORE,
  product_id: "The product, as the store names it.",
  state: "The state after the change.",
  quantity: "How many were bought.",
  sandbox: "Whether it is a test purchase.",
  imported: IMPORTED,
  from_user_id: MOVED,
  claim_id: "The claim id of the backend. Only when it was consumed.",
};

export const GRANT = { grant_id: "Id of the grant.", entitlement_id: "The entitlement." };

/** What happens to subscriptions, one-time purchases and entitlements. */
export const billingEventKinds = {
  "subscription.started": { when: "A subscription or a trial began.", data: SUBSCRIPTION },
  "subscription.converted": { when: "A trial became a paid subscription.", data: SUBSCRIPTION },
  "subscription.canceled": {
    when: "The renewal was turned off. Access lasts until the end of the period.",
    data: SUBSCRIPTION,
  },
  "subscription.uncanceled": { when: "The renewal was turned on again.", data: SUBSCRIPTION },
  "subscription.renewed": { when: "A new period began.", data: SUBSCRIPTION },
  "subscription.billing_issue": {
    when: "A payment failed. Access goes on in the grace period.",
    data: SUBSCRIPTION,
  },
  "subscription.on_hold": { when: "A payment failed, and access stopped.", data: SUBSCRIPTION },
  "subscription.recovered": { when: "A failed payment was made up for.", data: SUBSCRIPTION },
  "subscription.paused": { when: "The subscription is paused.", data: SUBSCRIPTION },
  "subscription.resumed": { when: "A paused subscription goes on.", data: SUBSCRIPTION },
  "subscription.expired": { when: "The subscription ended.", data: SUBSCRIPTION },
  "subscription.revoked": {
    when: "The store took the subscription back, usually with a refund.",
    data: SUBSCRIPTION,
  },
  "subscription.restored": { when: "The store reversed that.", data: SUBSCRIPTION },
  "subscription.product_changed": {
    when: "The subscription is for another product, plan or add-on.",
    data: SUBSCRIPTION,
  },
  "subscription.transferred": { when: "The subscription belongs to another user now.", data: SUBSCRIPTION },
  "purchase.paid": { when: "A one-time purchase was paid.", data: PURCHASE },
  "purchase.refunded": { when: "A one-time purchase was refunded.", data: PURCHASE },
  "purchase.restored": { when: "A refund was reversed.", data: PURCHASE },
  "purchase.consumed": { when: "A backend consumed a purchase, so it is delivered.", data: PURCHASE },
  "purchase.transferred": { when: "The purchase belongs to another user now.", data: PURCHASE },
  "entitlement.granted": {
    when: "A backend or an administrator granted an entitlement without a purchase.",
    data: GRANT,
  },
  "entitlement.grant_revoked": { when: "Such a grant was revoked.", data: GRANT },
  "billing.notification_failed": {
    when: "A notification of a store could not be processed.",
    data: {
      notification_id: "Id of the notification.",
      store: STORE,
      type: "The type, as the store names it.",
      attempts: "How often the server tried.",
      reason: "What went wrong last.",
    },
  },
  "billing.consumption_answered": {
    when: "The server answered Apple's question about a purchase whose refund was requested.",
    data: {
      subscription_id: "Id of the subscription, if it is one.",
      purchase_id: "Id of the one-time purchase, if it is one.",
      delivery_status: "What the server told Apple about the delivery.",
      sample_content_provided: "Whether there was a trial.",
    },
  },
  "billing.refunds_unknown": {
    when: "Stripe's key may not read payments, so refunds are not seen.",
    data: { store: "`stripe`.", permission: "The permission that the key lacks." },
  },
  "billing.orphan_canceled": {
    when: "A subscription at Stripe, whose account is gone, was canceled there.",
    data: { subscription_id: "Id of the subscription. Empty when it is unknown here.", store: "`stripe`." },
  },
  "billing.orphan_payment": {
    when: "A one-time payment at Stripe came in for an account that is gone: refund it.",
    data: { purchase_id: "Id of the purchase.", store: "`stripe`." },
  },
  "billing.cancellation_gave_up": {
    when: "The subscription of a deleted account could not be canceled at Stripe.",
    data: {
      subscription: "The subscription, as Stripe names it.",
      attempts: "How often the server tried.",
      reason: "What Stripe answered last.",
    },
  },
} as const satisfies Record<string, EventKindRow>;
