import type { JsonObject, JsonValue } from "@bufbuild/protobuf";

/** For fields that are ids. */
export const SOME_ID = "019a8b4e-7c1d-7f3a-9b52-4e6d8c0f1a23";

/** Plausible values by the name of a field in JSON. */
export const valuesByName: Readonly<Record<string, JsonValue>> = {
  text: "Called about the invoice.",
  appId: "com.example.app",
  cancelUrl: "https://app.example.com/",
  claimId: "order-1001",
  currentPassword: "correct horse battery",
  email: "ada@example.com",
  entitlementId: "pro",
  fromAddress: "login@example.com",
  host: "smtp.example.com",
  idToken: "eyJ...",
  installationId: "6f0a4c5e-2b7d-4e91-8a3c-5d1f9e7b2c40",
  name: "Demo",
  newEmail: "ada@example.org",
  newPassword: "another horse battery",
  password: "correct horse battery",
  productId: "pro_monthly",
  project: "demo",
  refreshToken: "...",
  returnUrl: "https://app.example.com/account",
  specYaml: "name: Demo\nslug: demo\n",
  successUrl: "https://app.example.com/done",
  to: "ada@example.com",
  token: "...",
  codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  codeVerifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
  flowId: "q3Vx0mYk...",
  code: "12345678",
};

const AUTH = "svc.auth.v1.AuthService";
const SERVER = "svc.server.v1";
const ADMIN = "svc.admin.v1";
const GOOGLE = { provider: "OAUTH_PROVIDER_GOOGLE", idToken: "eyJ...", nonce: "5f3a0c..." };
const LOGO =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** What an example has beside its required fields, or instead of their values by name. */
export const extraFields: Readonly<Record<string, JsonObject>> = {
  [`${AUTH}/SignUp`]: { displayName: "Ada" },
  [`${AUTH}/SignOut`]: { refreshToken: "..." },
  [`${AUTH}/SignInWithOAuth`]: { credential: GOOGLE },
  [`${AUTH}/LinkOAuth`]: { credential: GOOGLE },
  [`${AUTH}/ExchangeOAuthCode`]: {
    code: "...",
    codeVerifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
  },
  [`${AUTH}/SignInWithEmailCode`]: { code: "12345678" },
  [`${AUTH}/UpdateMe`]: { displayName: "Countess" },
  [`${AUTH}/UnlinkIdentity`]: { currentPassword: "correct horse battery" },
  [`${AUTH}/RequestEmailChange`]: { currentPassword: "correct horse battery" },
  [`${AUTH}/DeleteAccount`]: { currentPassword: "correct horse battery" },
  "svc.push.v1.PushService/RegisterPushDevice": {
    provider: "PUSH_PROVIDER_APNS",
    environment: "PUSH_ENVIRONMENT_PRODUCTION",
    token: "c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00",
  },
  "svc.push.v1.PushService/UnregisterPushDevice": { installationId: "6f0a4c5e-2b7d-4e91-8a3c-5d1f9e7b2c40" },
  "svc.billing.v1.BillingService/SyncPurchases": { purchases: [{ appStoreSignedTransaction: "eyJ..." }] },
  [`${SERVER}.TokenService/IntrospectToken`]: { token: "eyJ..." },
  [`${SERVER}.UserService/ListUsers`]: { query: "ada", pageSize: 20 },
  [`${SERVER}.UserService/GetUser`]: { email: "ada@example.com" },
  [`${SERVER}.UserService/CreateUser`]: { invite: true },
  [`${SERVER}.UserService/UpdateUser`]: { customClaims: { role: "editor" } },
  [`${SERVER}.PushService/ListPushDevices`]: { provider: "PUSH_PROVIDER_FCM", pageSize: 100 },
  [`${SERVER}.PushService/RevokePushDevice`]: { token: "...", reason: "PUSH_REVOKE_REASON_UNREGISTERED" },
  [`${SERVER}.BillingService/ListPurchases`]: { unconsumed: true },
  [`${SERVER}.BillingService/GrantEntitlement`]: { reason: "sorry for the outage" },
  [`${ADMIN}.AdminAccountService/RemoveAdmin`]: { adminId: SOME_ID },
  [`${ADMIN}.AdminAccountService/CreatePersonalAccessToken`]: { name: "CI", expiresInDays: 90 },
  [`${ADMIN}.ProjectService/CreateProject`]: { slug: "demo" },
  [`${ADMIN}.ProjectService/UpdateProject`]: { settings: { allowAnonymousSignIn: true } },
  [`${ADMIN}.ProjectService/ApplyProjectSpec`]: { merge: true },
  [`${ADMIN}.ProjectService/ImportUsers`]: { users: [{ email: "ada@example.com", emailVerified: true }] },
  [`${ADMIN}.UserService/ListUsers`]: { query: "ada" },
  [`${ADMIN}.UserService/GetUser`]: { email: "ada@example.com" },
  [`${ADMIN}.UserService/CreateUser`]: { invite: true },
  [`${ADMIN}.UserService/UpdateUser`]: { displayName: "Ada" },
  [`${ADMIN}.BillingService/UpdateBillingSettings`]: { settings: { enabled: true } },
  [`${ADMIN}.BillingService/PlanBillingSettings`]: { settings: { enabled: true } },
  [`${ADMIN}.BillingService/ReplayNotifications`]: { ids: [SOME_ID] },
  [`${ADMIN}.BillingService/GrantEntitlement`]: { reason: "sorry for the outage" },
  [`${ADMIN}.BillingService/RefundPayment`]: { purchaseId: SOME_ID },
  [`${ADMIN}.BillingService/GetBillingMetrics`]: { days: 30 },
  [`${ADMIN}.BillingService/ImportSubscriptions`]: {
    entries: [{ user: "ada@example.com", store: "STORE_STRIPE", storeKey: "sub_1N..." }],
    dryRun: true,
  },
  [`${ADMIN}.AnalyticsService/GetStats`]: { fromDate: "2026-01-01", toDate: "2026-01-31" },
  [`${ADMIN}.AnalyticsService/ListRecentEvents`]: { project: "demo", kinds: ["user.signed_in", "admin.*"] },
  [`${ADMIN}.AnalyticsService/RunRollup`]: { project: "demo" },
  [`${ADMIN}.ThemeService/UpdateTheme`]: { changes: { cornerRadius: 12 } },
  [`${ADMIN}.ThemeService/UploadLogo`]: { data: LOGO },
  [`${ADMIN}.ThemeService/UploadFont`]: { data: "d09GMgABAAAAAA==" },
  [`${ADMIN}.ThemeService/PreviewTheme`]: { theme: { cornerRadius: 12 } },
  [`${ADMIN}.InstanceSettingsService/SetSmtp`]: { port: 587, username: "login", password: "..." },
};
