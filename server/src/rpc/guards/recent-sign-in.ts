import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import { InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { PushService } from "@svc/proto/svc/admin/v1/push_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import type { App } from "../../app.ts";
import { requireRecentSignIn } from "../../domain/admins/recent-sign-in.ts";
import type { Handle } from "../route.ts";

/**
 * Whether a session needs a sign-in of the last ten minutes for a method. Personal access tokens are not asked.
 * - `always`: refused here, before anything is done, and by the use case again when it commits
 * - `some-changes`: the use case decides, because it depends on what differs from what is stored
 * - `never`
 */
export type RecentSignIn = "always" | "some-changes" | "never";

/** For every method of the service, so that none is left without a decision. */
type DecisionTable<S extends DescService> = { [K in keyof S["method"]]: RecentSignIn };

const sessions: DecisionTable<typeof SessionService> = {
  login: "never",
  logout: "never",
  getCurrentAdmin: "never",
  reauthenticate: "never",
  listMySessions: "never",
  revokeMySession: "never",
};

const accounts: DecisionTable<typeof AdminAccountService> = {
  listAdmins: "never",
  inviteAdmin: "always",
  acceptInvite: "never",
  removeAdmin: "always",
  changePassword: "never", // asks for the password itself
  createPersonalAccessToken: "always",
  listPersonalAccessTokens: "never",
  revokePersonalAccessToken: "never",
};

const projects: DecisionTable<typeof ProjectService> = {
  createProject: "never",
  getProject: "never",
  listProjects: "never",
  updateProject: "some-changes", // redirect targets and provider secrets
  deleteProject: "always",
  regenerateSecretKey: "always",
  getSigningKey: "never",
  rotateSigningKey: "always",
  resetSigningKey: "always",
  getProjectSpec: "never",
  applyProjectSpec: "some-changes", // as updateProject; a project that it creates has nothing to protect yet
  checkSignInProvider: "never",
  exportUsers: "always",
  importUsers: "always",
};

const users: DecisionTable<typeof UserService> = {
  listUsers: "never",
  getUser: "never",
  createUser: "never",
  updateUser: "never",
  disableUser: "never",
  enableUser: "never",
  deleteUser: "never",
  revokeUserSessions: "never",
  revokeUserSession: "never",
  sendPasswordReset: "never",
  unlinkIdentity: "never",
};

const billing: DecisionTable<typeof BillingService> = {
  getBillingSettings: "never",
  updateBillingSettings: "some-changes", // secrets of the stores
  planBillingSettings: "never",
  getWebhookUrls: "never",
  getStoreStatus: "never",
  checkStore: "never",
  listSubscriptions: "never",
  refreshSubscription: "never",
  transferSubscription: "never",
  listNotifications: "never",
  replayNotifications: "never",
  getUserEntitlements: "never",
  grantEntitlement: "never",
  revokeEntitlementGrant: "never",
  listPurchases: "never",
  refreshPurchase: "never",
  cancelSubscription: "always",
  refundPayment: "always",
  getBillingMetrics: "never",
  importSubscriptions: "never",
};

const instance: DecisionTable<typeof InstanceSettingsService> = {
  getInstance: "never",
  setSmtp: "always",
  clearSmtp: "always",
  sendTestEmail: "never",
  listOutgoingMails: "never",
};

const themes: DecisionTable<typeof ThemeService> = {
  getTheme: "never",
  updateTheme: "never",
  resetTheme: "never",
  listThemeRevisions: "never",
  restoreThemeRevision: "never",
  uploadLogo: "never",
  uploadFont: "never",
  previewTheme: "never",
};

const push: DecisionTable<typeof PushService> = { listPushDevices: "never", revokePushDevice: "never" };

const analytics: DecisionTable<typeof AnalyticsService> = {
  getStats: "never",
  listRecentEvents: "never",
  runRollup: "never",
};

type AnyDecisionTable = Readonly<Record<string, RecentSignIn>>;

const tables: ReadonlyMap<string, AnyDecisionTable> = new Map<string, AnyDecisionTable>([
  [SessionService.typeName, sessions],
  [AdminAccountService.typeName, accounts],
  [ProjectService.typeName, projects],
  [UserService.typeName, users],
  [BillingService.typeName, billing],
  [InstanceSettingsService.typeName, instance],
  [ThemeService.typeName, themes],
  [PushService.typeName, push],
  [AnalyticsService.typeName, analytics],
]);

/** Undefined for methods that are not the administrators'. */
export function recentSignInFor(method: DescMethod): RecentSignIn | undefined {
  return tables.get(method.parent.typeName)?.[method.localName];
}

/** The handler behind the question whether its caller signed in lately, where the table says so. */
export function afterRecentSignIn(app: Pick<App, "clock">, method: DescMethod, handle: Handle): Handle {
  if (recentSignInFor(method) !== "always") return handle;
  return (request, context) => {
    if (context.adminSession) requireRecentSignIn(app, context.adminSession);
    return handle(request, context);
  };
}
