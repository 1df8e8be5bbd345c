import type { BillingService } from "@svc/proto/svc/billing/v1/billing_pb";
import type { PushService } from "@svc/proto/svc/push/v1/push_pb";
import { purchaseRules } from "../guards/rate-limit-rules.ts";
import { type Handlers, KIB, type Methods } from "./method.ts";

export const pushMethods = {
  registerPushDevice: { access: "user", limits: [] },
  unregisterPushDevice: { access: "user", limits: [] },
  listMyPushDevices: { access: "user", limits: [] },
} as const satisfies Methods<typeof PushService>;

export type PushHandlers = Handlers<typeof PushService, typeof pushMethods>;

export const billingMethods = {
  getBillingConfig: { access: "user", limits: [] },
  getBillingAccount: { access: "user", limits: [] },
  listEntitlements: { access: "user", limits: [] },
  listSubscriptions: { access: "user", limits: [] },
  listPurchases: { access: "user", limits: [] },
  // Twenty transactions of Apple's, each with its certificates.
  syncPurchases: { access: "user", limits: purchaseRules, maxRequestBytes: 256 * KIB, waitsFor: "elsewhere" },
  createCheckoutSession: { access: "user", limits: purchaseRules, waitsFor: "elsewhere" },
  createPortalSession: { access: "user", limits: purchaseRules, waitsFor: "elsewhere" },
} as const satisfies Methods<typeof BillingService>;

export type BillingHandlers = Handlers<typeof BillingService, typeof billingMethods>;
