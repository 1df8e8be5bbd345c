import type { BillingService } from "@svc/proto/svc/server/v1/billing_pb";
import type { PushService } from "@svc/proto/svc/server/v1/push_pb";
import type { TokenService } from "@svc/proto/svc/server/v1/token_pb";
import type { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { byProject } from "../guards/hashing.ts";
import type { Handlers, Methods } from "./method.ts";

export const serverTokenMethods = {
  introspectToken: { access: "secret-key", comparesProject: true },
} as const satisfies Methods<typeof TokenService>;

export type ServerTokenHandlers = Handlers<typeof TokenService, typeof serverTokenMethods>;

export const serverUserMethods = {
  listUsers: { access: "secret-key" },
  getUser: { access: "secret-key" },
  createUser: { access: "secret-key", hashing: byProject },
  updateUser: { access: "secret-key", hashing: byProject },
  disableUser: { access: "secret-key" },
  enableUser: { access: "secret-key" },
  deleteUser: { access: "secret-key" },
  revokeUserSessions: { access: "secret-key" },
} as const satisfies Methods<typeof UserService>;

export type ServerUserHandlers = Handlers<typeof UserService, typeof serverUserMethods>;

export const serverPushMethods = {
  listUserPushDevices: { access: "secret-key" },
  listPushDevices: { access: "secret-key" },
  revokePushDevice: { access: "secret-key" },
} as const satisfies Methods<typeof PushService>;

export type ServerPushHandlers = Handlers<typeof PushService, typeof serverPushMethods>;

export const serverBillingMethods = {
  getUserEntitlements: { access: "secret-key" },
  listUserSubscriptions: { access: "secret-key" },
  listPurchases: { access: "secret-key" },
  consumePurchase: { access: "secret-key" },
  refreshSubscription: { access: "secret-key" },
  grantEntitlement: { access: "secret-key" },
  revokeEntitlementGrant: { access: "secret-key" },
} as const satisfies Methods<typeof BillingService>;

export type ServerBillingHandlers = Handlers<typeof BillingService, typeof serverBillingMethods>;
