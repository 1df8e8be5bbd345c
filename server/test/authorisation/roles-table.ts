/**
 * What each role may call: the decision, written apart from the rows of the methods that carry it out. A method for
 * administrators that has no line here fails the test.
 */
export const roles = ["owner", "administrator", "support", "viewer"] as const;

export type Role = (typeof roles)[number];

export type Decision = Readonly<{ lowest: Role | "anybody" | "account"; writes: boolean }>;

const SERVICE = "svc.admin.v1.";

export const decisions: Readonly<Record<string, Decision>> = {
  ...reads("anybody", "SessionService", ["GetCurrentAdmin"]),
  ...reads("account", "SessionService", ["ListMySessions", "ListMyPasskeys"]),
  ...writes("account", "SessionService", ["RevokeMySession"]),
  ...reads("account", "AdminFactorService", ["GetMyFactors"]),
  ...reads("account", "AdminAccountService", ["ListPersonalAccessTokens"]),
  ...writes("account", "AdminAccountService", [
    "ChangePassword",
    "CreatePersonalAccessToken",
    "RevokePersonalAccessToken",
  ]),
  ...reads("anybody", "InstanceSettingsService", ["GetInstance"]),
  ...reads("anybody", "ProjectService", ["ListProjects"]),

  ...reads("owner", "AdminAccountService", ["ListAdmins"]),
  ...writes("owner", "AdminAccountService", ["InviteAdmin", "RemoveAdmin", "SetAdminRole"]),
  ...reads("owner", "InstanceSettingsService", ["ListOutgoingMails", "GetMailSummary", "ListBackups"]),
  ...writes("owner", "InstanceSettingsService", [
    "SetSmtp",
    "ClearSmtp",
    "SendTestEmail",
    "RetryOutgoingMails",
    "CancelOutgoingMails",
    "StartBackup",
  ]),
  ...reads("owner", "DkimService", ["ListDkimKeys"]),
  ...writes("owner", "DkimService", ["SetDkimKey", "RemoveDkimKey", "CheckDkimKey"]),
  ...writes("owner", "ProjectService", ["CreateProject", "DeleteProject"]),

  ...writes("administrator", "ProjectService", [
    "UpdateProject",
    "RegenerateSecretKey",
    "EndOldSecretKey",
    "RotateSigningKey",
    "ResetSigningKey",
    "CheckSignInProvider",
    "CheckPasskeys",
    "ExportUsers",
    "ImportUsers",
  ]),
  ...reads("administrator", "UserService", ["ExportUser"]),
  ...writes("administrator", "UserService", [
    "ResetUserFactors",
    "CreateUser",
    "DeleteUser",
    "UnlinkIdentity",
    "RemoveUserPasskey",
    "DeleteUserNote",
  ]),
  ...writes("administrator", "AnalyticsService", ["RunRollup"]),
  ...writes("administrator", "WordingService", ["UpdateWording", "SendPreviewEmail"]),
  ...writes("administrator", "ThemeService", [
    "UpdateTheme",
    "ResetTheme",
    "RestoreThemeRevision",
    "UploadLogo",
    "UploadFont",
  ]),
  ...writes("administrator", "BillingService", [
    "PlanBillingSettings",
    "GetWebhookUrls",
    "UpdateBillingSettings",
    "CheckStore",
    "TransferSubscription",
    "ReplayNotifications",
    "GrantEntitlement",
    "RevokeEntitlementGrant",
    "CancelSubscription",
    "RefundPayment",
    "ImportSubscriptions",
  ]),

  ...writes("support", "UserService", [
    "UpdateUser",
    "DisableUser",
    "EnableUser",
    "MarkEmailBounced",
    "ClearEmailBounce",
    "CancelUserDeletion",
    "RevokeUserSessions",
    "RevokeUserSession",
    "StartUserJob",
    "CancelUserJob",
    "AddUserNote",
    "SendPasswordReset",
    "SendVerificationEmail",
  ]),
  ...writes("support", "PushService", ["RevokePushDevice"]),
  ...writes("support", "BillingService", ["RefreshSubscription", "RefreshPurchase"]),

  ...reads("viewer", "ProjectService", ["GetProject", "GetSigningKey", "GetProjectSpec"]),
  ...reads("viewer", "UserService", [
    "ListUsers",
    "GetUser",
    "ListUserPasskeys",
    "GetUserFactors",
    "CountUsers",
    "GetUserJob",
    "ListUserJobs",
    "ListUserNotes",
  ]),
  ...reads("viewer", "PushService", ["ListPushDevices"]),
  ...reads("viewer", "AnalyticsService", ["GetStats", "ListRecentEvents"]),
  ...reads("viewer", "WordingService", ["GetWording", "PreviewWording"]),
  ...reads("viewer", "ThemeService", ["GetTheme", "ListThemeRevisions", "PreviewTheme"]),
  ...reads("viewer", "BillingService", [
    "GetBillingSettings",
    "GetStoreStatus",
    "ListSubscriptions",
    "ListNotifications",
    "GetUserEntitlements",
    "ListPurchases",
    "GetBillingMetrics",
  ]),
};

/** The first depends on the project in the spec, the others are for sessions alone: they have tests of their own. */
export const elsewhere: ReadonlySet<string> = new Set([
  "svc.admin.v1.ProjectService/ApplyProjectSpec",
  "svc.admin.v1.SessionService/Reauthenticate",
  "svc.admin.v1.SessionService/StartPasskeyAddition",
  "svc.admin.v1.SessionService/AddMyPasskey",
  "svc.admin.v1.SessionService/RenameMyPasskey",
  "svc.admin.v1.SessionService/RemoveMyPasskey",
  "svc.admin.v1.AdminFactorService/StartTotpEnrollment",
  "svc.admin.v1.AdminFactorService/RemoveTotp",
  "svc.admin.v1.AdminFactorService/RegenerateRecoveryCodes",
  "svc.admin.v1.AdminFactorService/SetAdminFactorPolicy",
]);

function reads(lowest: Decision["lowest"], service: string, methods: readonly string[]) {
  return all({ lowest, writes: false }, service, methods);
}

function writes(lowest: Decision["lowest"], service: string, methods: readonly string[]) {
  return all({ lowest, writes: true }, service, methods);
}

function all(decision: Decision, service: string, methods: readonly string[]): Record<string, Decision> {
  return Object.fromEntries(methods.map((method) => [`${SERVICE}${service}/${method}`, decision]));
}

/** What a caller brings: the role in the project that the call names, and the limits of the token. */
export type Caller = Readonly<{
  role: Role | "none";
  isReadOnly?: true;
  /** Limited to the project of the call, or to another. */
  limitedTo?: "this project" | "another project";
}>;

export const callers: Readonly<Record<string, Caller>> = {
  owner: { role: "owner" },
  administrator: { role: "administrator" },
  support: { role: "support" },
  viewer: { role: "viewer" },
  "administrator of another project": { role: "none" },
  "administrator without a role": { role: "none" },
  "owner's token for reading": { role: "owner", isReadOnly: true },
  "owner's token for this project": { role: "owner", limitedTo: "this project" },
  "owner's token for another project": { role: "owner", limitedTo: "another project" },
  "administrator's token for reading": { role: "administrator", isReadOnly: true },
  "viewer's token for this project": { role: "viewer", limitedTo: "this project" },
};

/** Whether the caller is let in; otherwise why not. */
export function answerTo(caller: Caller, { lowest, writes }: Decision): string {
  if (lowest === "anybody") return "let in";
  if (lowest === "account") {
    const isLimited = caller.limitedTo !== undefined || (writes && caller.isReadOnly);
    return isLimited ? "ADMIN_FORBIDDEN" : "let in";
  }
  if (lowest === "owner") {
    const mayCall = caller.role === "owner" && caller.limitedTo === undefined;
    return mayCall && !(writes && caller.isReadOnly) ? "let in" : "ADMIN_FORBIDDEN";
  }
  if (caller.role === "none" || caller.limitedTo === "another project") return "NOT_FOUND";
  if (writes && caller.isReadOnly) return "ADMIN_FORBIDDEN";
  return roles.indexOf(caller.role) <= roles.indexOf(lowest) ? "let in" : "ADMIN_FORBIDDEN";
}
