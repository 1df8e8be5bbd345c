import type { DescMethod } from "@bufbuild/protobuf";
import { Health } from "@svc/proto/grpc/health/v1/health_pb";
import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import { BillingService as AdminBillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import { InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { PushService as AdminPushService } from "@svc/proto/svc/admin/v1/push_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import { UserService as AdminUserService } from "@svc/proto/svc/admin/v1/users_pb";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { ConfigService } from "@svc/proto/svc/auth/v1/config_pb";
import { BillingService } from "@svc/proto/svc/billing/v1/billing_pb";
import { PushService } from "@svc/proto/svc/push/v1/push_pb";
import { BillingService as ServerBillingService } from "@svc/proto/svc/server/v1/billing_pb";
import { PushService as ServerPushService } from "@svc/proto/svc/server/v1/push_pb";
import { TokenService } from "@svc/proto/svc/server/v1/token_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import type { App } from "../app.ts";
import { adminAccountService } from "./admin/admin-account-service.ts";
import { analyticsService } from "./admin/analytics-service.ts";
import { adminBillingService } from "./admin/billing-service.ts";
import { instanceService } from "./admin/instance-service.ts";
import type { PreviewPage } from "./admin/preview-theme.ts";
import { projectService } from "./admin/project-service.ts";
import { adminPushService } from "./admin/push-service.ts";
import { sessionService } from "./admin/session-service.ts";
import { themeService } from "./admin/theme-service.ts";
import { transferHandlers } from "./admin/transfer-handlers.ts";
import { adminUserService } from "./admin/user-service.ts";
import { authService } from "./auth/auth-service.ts";
import { configService } from "./auth/config-service.ts";
import { billingService } from "./billing/billing-service.ts";
import { hashingMethods, inTurn, unlessBusy } from "./guards/hashing.ts";
import { fromKnownBrowser, fromKnownDevice } from "./guards/known-device.ts";
import { limited } from "./guards/rate-limit.ts";
import { rulesOf } from "./guards/rate-limit-rules.ts";
import { afterRecentSignIn } from "./guards/recent-sign-in.ts";
import { healthHandlers } from "./health.ts";
import { pushService } from "./push/push-service.ts";
import { type Handle, RouteTable } from "./route.ts";
import { serverBillingService } from "./server/billing-service.ts";
import { serverPushService } from "./server/push-service.ts";
import { tokenService } from "./server/token-service.ts";
import { userService } from "./server/user-service.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

/** Every service and who may call each of its methods. */
export function routeTable(app: App, isServing: () => boolean, previewPage: PreviewPage): RouteTable {
  const table = new RouteTable((method, handle) => {
    const behindLimits = limited(app, rulesOf(method) ?? [], afterRecentSignIn(app, method, handle));
    return sharingHashes(app, method, behindLimits);
  });
  addAuthSurface(table, app);
  addServerSurface(table, app);
  addAdminSurface(table, app, previewPage);
  addAdminBilling(table, app);
  addInstanceSurface(table, app);
  const names = table.services.map(({ typeName }) => typeName);
  table.add(Health, { check: "open", list: "open", watch: "open" }, healthHandlers(names, isServing));
  return table;
}

/** Around the handlers that hash a password: whose turn it is, and whether the device is known. */
function sharingHashes(app: App, method: DescMethod, handle: Handle): Handle {
  const hashing = hashingMethods.find((candidate) => candidate.method === method);
  if (!hashing) return handle;
  if (method === AuthService.method.signIn) {
    return inTurn(hashing, unlessBusy(app, fromKnownDevice(app, handle)));
  }
  const known = method === SessionService.method.login ? fromKnownBrowser(app, handle) : handle;
  return inTurn(hashing, known);
}

function addAuthSurface(table: RouteTable, app: App): void {
  table.add(ConfigService, { getProjectConfig: "publishable-key" }, configService(app));
  table.add(
    AuthService,
    {
      signUp: "publishable-key",
      signIn: "publishable-key",
      refreshToken: "publishable-key",
      signOut: "user-if-any",
      signInAnonymously: "publishable-key",
      linkPassword: "user",
      signInWithOAuth: "publishable-key",
      exchangeOAuthCode: "publishable-key",
      linkOAuth: "user",
      unlinkIdentity: "user",
      getMe: "user",
      updateMe: "user",
      changePassword: "user",
      requestEmailVerification: "publishable-key",
      confirmEmailVerification: "publishable-key",
      rejectEmailVerification: "publishable-key",
      requestPasswordReset: "publishable-key",
      confirmPasswordReset: "publishable-key",
      requestEmailChange: "user",
      confirmEmailChange: "publishable-key",
      undoEmailChange: "publishable-key",
      inspectEmailLink: "publishable-key",
      listMySessions: "user",
      revokeMySession: "user",
      revokeMyOtherSessions: "user",
      deleteAccount: "user",
      requestAccountDeletion: "publishable-key",
      confirmAccountDeletion: "publishable-key",
    },
    authService(app),
  );
  table.add(
    PushService,
    { registerPushDevice: "user", unregisterPushDevice: "user", listMyPushDevices: "user" },
    pushService(app),
  );
  table.add(
    BillingService,
    {
      getBillingConfig: "user",
      getBillingAccount: "user",
      listEntitlements: "user",
      listSubscriptions: "user",
      listPurchases: "user",
      syncPurchases: "user",
      createCheckoutSession: "user",
      createPortalSession: "user",
    },
    billingService(app),
    // Twenty transactions of Apple's, each with its certificates.
    { syncPurchases: 256 * KIB },
  );
}

function addServerSurface(table: RouteTable, app: App): void {
  table.add(TokenService, { introspectToken: "secret-key" }, tokenService(app));
  table.add(
    UserService,
    {
      listUsers: "secret-key",
      getUser: "secret-key",
      createUser: "secret-key",
      updateUser: "secret-key",
      disableUser: "secret-key",
      enableUser: "secret-key",
      deleteUser: "secret-key",
      revokeUserSessions: "secret-key",
    },
    userService(app),
  );
  table.add(
    ServerPushService,
    { listUserPushDevices: "secret-key", listPushDevices: "secret-key", revokePushDevice: "secret-key" },
    serverPushService(app),
  );
  table.add(
    ServerBillingService,
    {
      getUserEntitlements: "secret-key",
      listUserSubscriptions: "secret-key",
      listPurchases: "secret-key",
      consumePurchase: "secret-key",
      refreshSubscription: "secret-key",
      grantEntitlement: "secret-key",
      revokeEntitlementGrant: "secret-key",
    },
    serverBillingService(app),
  );
}

function addAdminSurface(table: RouteTable, app: App, previewPage: PreviewPage): void {
  table.add(
    SessionService,
    {
      login: "own-site",
      logout: "own-site",
      getCurrentAdmin: "admin",
      reauthenticate: "admin",
      listMySessions: "admin",
      revokeMySession: "admin",
    },
    sessionService(app),
  );
  table.add(
    ProjectService,
    {
      createProject: "admin",
      getProject: "admin",
      listProjects: "admin",
      updateProject: "admin",
      deleteProject: "admin",
      regenerateSecretKey: "admin",
      getSigningKey: "admin",
      rotateSigningKey: "admin",
      resetSigningKey: "admin",
      getProjectSpec: "admin",
      applyProjectSpec: "admin",
      checkSignInProvider: "admin",
      exportUsers: "admin",
      importUsers: "admin",
    },
    { ...projectService(app), ...transferHandlers(app) },
    { importUsers: 4 * MIB },
  );
  table.add(
    AdminUserService,
    {
      listUsers: "admin",
      getUser: "admin",
      createUser: "admin",
      updateUser: "admin",
      disableUser: "admin",
      enableUser: "admin",
      deleteUser: "admin",
      revokeUserSessions: "admin",
      revokeUserSession: "admin",
      sendPasswordReset: "admin",
      unlinkIdentity: "admin",
    },
    adminUserService(app),
  );
  table.add(AdminPushService, { listPushDevices: "admin", revokePushDevice: "admin" }, adminPushService(app));
  table.add(
    AnalyticsService,
    { getStats: "admin", listRecentEvents: "admin", runRollup: "admin" },
    analyticsService(app),
  );
  table.add(
    ThemeService,
    {
      getTheme: "admin",
      updateTheme: "admin",
      resetTheme: "admin",
      listThemeRevisions: "admin",
      restoreThemeRevision: "admin",
      uploadLogo: "admin",
      uploadFont: "admin",
      previewTheme: "admin",
    },
    themeService({ ...app, previewPage }),
    // One file of 1 MiB, and base64 makes four bytes of three.
    { uploadLogo: 1.5 * MIB, uploadFont: 1.5 * MIB },
  );
}

function addAdminBilling(table: RouteTable, app: App): void {
  table.add(
    AdminBillingService,
    {
      getBillingSettings: "admin",
      updateBillingSettings: "admin",
      planBillingSettings: "admin",
      getWebhookUrls: "admin",
      getStoreStatus: "admin",
      checkStore: "admin",
      listSubscriptions: "admin",
      refreshSubscription: "admin",
      transferSubscription: "admin",
      listNotifications: "admin",
      replayNotifications: "admin",
      getUserEntitlements: "admin",
      grantEntitlement: "admin",
      revokeEntitlementGrant: "admin",
      listPurchases: "admin",
      refreshPurchase: "admin",
      cancelSubscription: "admin",
      refundPayment: "admin",
      getBillingMetrics: "admin",
      importSubscriptions: "admin",
    },
    adminBillingService(app),
  );
}

function addInstanceSurface(table: RouteTable, app: App): void {
  table.add(
    AdminAccountService,
    {
      listAdmins: "admin",
      inviteAdmin: "admin",
      acceptInvite: "open",
      removeAdmin: "admin",
      changePassword: "admin",
      createPersonalAccessToken: "admin",
      listPersonalAccessTokens: "admin",
      revokePersonalAccessToken: "admin",
    },
    adminAccountService(app),
  );
  table.add(
    InstanceSettingsService,
    {
      getInstance: "admin",
      setSmtp: "admin",
      clearSmtp: "admin",
      sendTestEmail: "admin",
      listOutgoingMails: "admin",
    },
    instanceService(app),
  );
}
