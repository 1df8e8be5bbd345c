import type { BillingService } from "@svc/proto/svc/server/v1/billing_pb";
import type { PushService } from "@svc/proto/svc/server/v1/push_pb";
import type { TokenService } from "@svc/proto/svc/server/v1/token_pb";
import type { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { byProject } from "../guards/hashing.ts";
import type { Handlers, Methods } from "./method.ts";

export const serverTokenMethods = {
  introspectToken: { access: "secret-key", comparesProject: true, priority: "low" },
} as const satisfies Methods<typeof TokenService>;

export type ServerTokenHandlers = Handlers<typeof TokenService, typeof serverTokenMethods>;

export const serverUserMethods = {
  listUsers: { access: "secret-key", priority: "low" },
  getUser: { access: "secret-key", priority: "low" },
  createUser: { access: "secret-key", hashing: byProject },
  updateUser: { access: "secret-key", hashing: byProject },
  disableUser: { access: "secret-key", priority: "high" },
  enableUser: { access: "secret-key" },
  markEmailBounced: { access: "secret-key" },
  clearEmailBounce: { access: "secret-key" },
  deleteUser: { access: "secret-key", waitsFor: "elsewhere" },
  revokeUserSessions: { access: "secret-key", priority: "high" },
  listUserPasskeys: { access: "secret-key", priority: "low" },
  removeUserPasskey: { access: "secret-key", priority: "high" },
  getUserFactors: { access: "secret-key", priority: "low" },
  resetUserFactors: { access: "secret-key", priority: "high" },
  exportUser: { access: "secret-key", priority: "low" },
  listUserChanges: { access: "secret-key", priority: "low" },
} as const satisfies Methods<typeof UserService>;

export type ServerUserHandlers = Handlers<typeof UserService, typeof serverUserMethods>;

export const serverPushMethods = {
  listUserPushDevices: { access: "secret-key", priority: "low" },
  listPushDevices: { access: "secret-key", priority: "low" },
  revokePushDevice: { access: "secret-key" },
} as const satisfies Methods<typeof PushService>;

export type ServerPushHandlers = Handlers<typeof PushService, typeof serverPushMethods>;

export const serverBillingMethods = {
  getUserEntitlements: { access: "secret-key", priority: "low" },
  listUserSubscriptions: { access: "secret-key", priority: "low" },
  listPurchases: { access: "secret-key", priority: "low" },
  consumePurchase: { access: "secret-key" },
  refreshSubscription: { access: "secret-key", waitsFor: "elsewhere" },
  grantEntitlement: { access: "secret-key" },
  revokeEntitlementGrant: { access: "secret-key" },
} as const satisfies Methods<typeof BillingService>;

export type ServerBillingHandlers = Handlers<typeof BillingService, typeof serverBillingMethods>;
