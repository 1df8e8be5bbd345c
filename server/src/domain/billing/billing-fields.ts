/** The settings of billing that are no secrets, in the order in which a spec shows them. */
export const billingFields = [
  { path: "billing.enabled", type: "flag", about: "true: the project sells subscriptions." },
  {
    path: "billing.purchase_transfer",
    type: "text",
    about:
      "A purchase that another user owns: reject it, move it from_guest (the guest's sessions end), or always.",
  },
  {
    path: "billing.ignore_sandbox",
    type: "flag",
    about: "true: purchases in test environments give no access. App Review and TestFlight buy there.",
  },
  {
    path: "billing.stripe_grace_days",
    type: "number",
    about: "Days of access after a failed renewal at Stripe, 0 to 28.",
  },
  {
    path: "billing.renewal_leeway_minutes",
    type: "number",
    about: "Minutes of access after a period that should have been renewed, until the store tells.",
  },
  {
    path: "billing.keep_stripe_subscriptions",
    type: "flag",
    about: "true: deleting a user leaves their subscriptions at Stripe running.",
  },
  {
    path: "billing.answer_consumption_requests",
    type: "flag",
    about: "true: Apple's questions about a refund that a customer requested are answered.",
  },
  {
    path: "billing.app_store.bundle_id",
    type: "text",
    about: "Bundle id of the app; empty: sold nowhere at Apple's.",
  },
  { path: "billing.app_store.app_apple_id", type: "text", about: "Apple's number of the app." },
  { path: "billing.app_store.issuer_id", type: "text", about: "Issuer id of the in-app purchase key." },
  { path: "billing.app_store.key_id", type: "text", about: "Id of the in-app purchase key." },
  {
    path: "billing.play_store.package_name",
    type: "text",
    about: "Package name of the app; empty: not sold in Google Play.",
  },
  {
    path: "billing.play_store.cloud_project",
    type: "text",
    about: "Id of the Google Cloud project with the topic.",
  },
  {
    path: "billing.play_store.pubsub_topic",
    type: "text",
    about: "The topic that Play publishes to, projects/<project>/topics/<topic>.",
  },
  {
    path: "billing.play_store.pubsub_service_account",
    type: "text",
    about: "E-mail address of the service account that signs the pushes.",
  },
  { path: "billing.stripe.enabled", type: "flag", about: "true: Stripe sells the catalog." },
  {
    path: "billing.stripe.portal_configuration_id",
    type: "text",
    about: "Configuration of Stripe's customer portal; svc setup billing writes it.",
  },
  {
    path: "billing.stripe.webhook_endpoint_id",
    type: "text",
    about: "The webhook endpoint at Stripe; svc setup billing writes it.",
  },
  {
    path: "billing.entitlements",
    type: "entitlements",
    about: "What can be unlocked: each with id and name.",
  },
  {
    path: "billing.tiers",
    type: "tiers",
    about:
      "What users can subscribe to: id, name, rank, entitlements, and products with id, period, price, trial.",
  },
  {
    path: "billing.one_time_products",
    type: "one_time_products",
    about:
      "What users can buy once: id, name, kind (lifetime, consumable, non_renewing), entitlements, price.",
  },
] as const;
