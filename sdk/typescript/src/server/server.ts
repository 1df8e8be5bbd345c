export { AuthError, type AuthErrorReason, isAuthError } from "../auth-error.ts";
export type {
  Entitlement,
  OneTimePurchase,
  PurchaseKind,
  PurchaseState,
  Store,
  Subscription,
  SubscriptionState,
} from "../billing-contract.ts";
export { authOf } from "./auth-of.ts";
export type {
  ConsumedPurchase,
  EntitlementGrant,
  GrantInput,
  ListPurchasesInput,
  OwnedPurchase,
  PurchasePage,
  UserEntitlements,
} from "./billing-methods.ts";
export { expressAuth } from "./express-auth.ts";
export type { ServerFactors } from "./factor-methods.ts";
export { fastifyAuth } from "./fastify-auth.ts";
export { type HonoAuth, honoAuth } from "./hono-auth.ts";
export type { RemoveUserPasskeyInput, ServerPasskey } from "./passkey-methods.ts";
export { createServerClient, type ServerClient, type ServerClientOptions } from "./server-client.ts";
export type {
  CreateUserInput,
  InactiveReason,
  Introspection,
  ListPushDevicesInput,
  ListUserChangesInput,
  ListUsersInput,
  PushDevicePage,
  RevokePushDeviceInput,
  ServerPushDevice,
  ServerUser,
  UpdateUserInput,
  UserChange,
  UserChanges,
  UserExport,
  UserFilters,
  UserName,
  UserPage,
} from "./server-contract.ts";
export { type StepUp, TokenError, type TokenErrorReason } from "./token-error.ts";
export type { VerifiedToken } from "./verified-token.ts";
export { createVerifier, type Verifier, type VerifierOptions, type VerifyOptions } from "./verifier.ts";
export { withAuth } from "./with-auth.ts";
