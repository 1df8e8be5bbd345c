import type { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import type { Handlers, Methods } from "./method.ts";

export const adminBillingMethods = {
  getBillingSettings: { access: "admin" },
  updateBillingSettings: { access: "recent-admin-for-some-changes" }, // secrets of the stores
  planBillingSettings: { access: "admin" },
  getWebhookUrls: { access: "admin" },
  getStoreStatus: { access: "admin" },
  checkStore: { access: "admin" },
  listSubscriptions: { access: "admin" },
  refreshSubscription: { access: "admin" },
  transferSubscription: { access: "admin" },
  listNotifications: { access: "admin" },
  replayNotifications: { access: "admin" },
  getUserEntitlements: { access: "admin" },
  grantEntitlement: { access: "admin" },
  revokeEntitlementGrant: { access: "admin" },
  listPurchases: { access: "admin" },
  refreshPurchase: { access: "admin" },
  cancelSubscription: { access: "recent-admin" },
  refundPayment: { access: "recent-admin" },
  getBillingMetrics: { access: "admin" },
  importSubscriptions: { access: "admin" },
} as const satisfies Methods<typeof BillingService>;

export type AdminBillingHandlers = Handlers<typeof BillingService, typeof adminBillingMethods>;
