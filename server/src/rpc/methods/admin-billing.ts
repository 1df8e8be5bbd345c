import type { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import type { Handlers, Methods } from "./method.ts";

export const adminBillingMethods = {
  getBillingSettings: { access: "admin", needs: "viewer:read" },
  updateBillingSettings: { access: "recent-admin-for-some-changes", needs: "administrator:write" }, // secrets of the stores
  planBillingSettings: {
    access: "admin",
    // The addresses have secrets in them.
    needs: ({ withoutUrls }) => (withoutUrls ? "administrator:read" : "administrator:write"),
  },
  // Their secrets are made when they are first asked for.
  getWebhookUrls: { access: "admin", needs: "administrator:write" },
  getStoreStatus: { access: "admin", needs: "viewer:read" },
  checkStore: { access: "admin", needs: "administrator:write" },
  listSubscriptions: { access: "admin", needs: "viewer:read" },
  refreshSubscription: { access: "admin", needs: "support:write" },
  transferSubscription: { access: "admin", needs: "administrator:write" },
  listNotifications: { access: "admin", needs: "viewer:read" },
  replayNotifications: { access: "admin", needs: "administrator:write" },
  getUserEntitlements: { access: "admin", needs: "viewer:read" },
  grantEntitlement: { access: "admin", needs: "administrator:write" },
  revokeEntitlementGrant: { access: "admin", needs: "administrator:write" },
  listPurchases: { access: "admin", needs: "viewer:read" },
  refreshPurchase: { access: "admin", needs: "support:write" },
  cancelSubscription: { access: "recent-admin", needs: "administrator:write" },
  refundPayment: { access: "recent-admin", needs: "administrator:write" },
  getBillingMetrics: { access: "admin", needs: "viewer:read" },
  importSubscriptions: { access: "admin", needs: "administrator:write" },
} as const satisfies Methods<typeof BillingService>;

export type AdminBillingHandlers = Handlers<typeof BillingService, typeof adminBillingMethods>;
