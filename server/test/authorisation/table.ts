/**
 * Who may call what: the decision, written apart from the router that carries it out. A method of
 * the contract that has no line here fails the test.
 */
export type Caller = "anyone" | "app" | "user" | "user if any" | "backend" | "admin";

export const callers: Readonly<Record<string, Caller>> = {
  ...all("grpc.health.v1.Health", "anyone", ["Check", "List"]),

  ...all("svc.auth.v1.ConfigService", "app", ["GetProjectConfig"]),
  ...all("svc.auth.v1.AuthService", "app", [
    "SignUp",
    "SignIn",
    "RefreshToken",
    "SignInAnonymously",
    "SignInWithOAuth",
    "ExchangeOAuthCode",
    "RequestEmailVerification",
    "ConfirmEmailVerification",
    "RejectEmailVerification",
    "RequestPasswordReset",
    "ConfirmPasswordReset",
    "ConfirmEmailChange",
    "RequestAccountDeletion",
    "ConfirmAccountDeletion",
  ]),
  ...all("svc.auth.v1.AuthService", "user if any", ["SignOut"]),
  ...all("svc.auth.v1.AuthService", "user", [
    "LinkPassword",
    "LinkOAuth",
    "UnlinkIdentity",
    "GetMe",
    "UpdateMe",
    "ChangePassword",
    "RequestEmailChange",
    "ListMySessions",
    "RevokeMySession",
    "DeleteAccount",
  ]),
  ...all("svc.push.v1.PushService", "user", [
    "RegisterPushDevice",
    "UnregisterPushDevice",
    "ListMyPushDevices",
  ]),

  ...all("svc.server.v1.TokenService", "backend", ["IntrospectToken"]),
  ...all("svc.server.v1.UserService", "backend", [
    "ListUsers",
    "GetUser",
    "CreateUser",
    "UpdateUser",
    "DisableUser",
    "EnableUser",
    "DeleteUser",
    "RevokeUserSessions",
  ]),
  ...all("svc.server.v1.PushService", "backend", [
    "ListUserPushDevices",
    "ListPushDevices",
    "RevokePushDevice",
  ]),

  ...all("svc.admin.v1.SessionService", "anyone", ["Login", "Logout"]),
  ...all("svc.admin.v1.AdminAccountService", "anyone", ["AcceptInvite"]),
  ...all("svc.admin.v1.SessionService", "admin", ["GetCurrentAdmin"]),
  ...all("svc.admin.v1.AdminAccountService", "admin", [
    "ListAdmins",
    "InviteAdmin",
    "RemoveAdmin",
    "ChangePassword",
    "CreatePersonalAccessToken",
    "ListPersonalAccessTokens",
    "RevokePersonalAccessToken",
  ]),
  ...all("svc.admin.v1.ProjectService", "admin", [
    "CreateProject",
    "GetProject",
    "ListProjects",
    "UpdateProject",
    "DeleteProject",
    "RegenerateSecretKey",
    "GetSigningKey",
    "RotateSigningKey",
    "ResetSigningKey",
    "GetProjectSpec",
    "ApplyProjectSpec",
    "CheckSignInProvider",
    "ExportUsers",
    "ImportUsers",
  ]),
  ...all("svc.admin.v1.UserService", "admin", [
    "ListUsers",
    "GetUser",
    "CreateUser",
    "UpdateUser",
    "DisableUser",
    "EnableUser",
    "DeleteUser",
    "RevokeUserSessions",
    "RevokeUserSession",
    "SendPasswordReset",
  ]),
  ...all("svc.admin.v1.PushService", "admin", ["ListPushDevices", "RevokePushDevice"]),
  ...all("svc.admin.v1.AnalyticsService", "admin", ["GetStats", "ListRecentEvents", "RunRollup"]),
  ...all("svc.admin.v1.ThemeService", "admin", [
    "GetTheme",
    "UpdateTheme",
    "ResetTheme",
    "ListThemeRevisions",
    "RestoreThemeRevision",
    "UploadLogo",
    "UploadFont",
    "PreviewTheme",
  ]),
  ...all("svc.admin.v1.InstanceSettingsService", "admin", [
    "GetInstance",
    "SetSmtp",
    "ClearSmtp",
    "SendTestEmail",
  ]),
};

function all(service: string, caller: Caller, methods: readonly string[]): Record<string, Caller> {
  return Object.fromEntries(methods.map((method) => [`${service}/${method}`, caller]));
}

/** What a caller may bring. */
export const credentials = [
  "nothing",
  "junk key",
  "pk",
  "pk of another project",
  "sk",
  "sk of another project",
  "sk that was replaced",
  "pk and user",
  "pk and guest",
  "pk and user of another project",
  "pk and expired user token",
  "pk and disabled user",
  "pk and signed-out user",
  "pk and refresh token as Bearer",
  "pk and junk Bearer",
  "sk and user",
  "user token alone",
  "admin cookie",
  "admin cookie from another site",
  "admin cookie without proof",
  "expired admin cookie",
  "PAT",
  "expired PAT",
  "revoked PAT",
  "PAT and pk",
  "pk as Bearer",
  "sk as Bearer",
] as const;

export type Credential = (typeof credentials)[number];

type Row = Readonly<Partial<Record<Credential, string>>>;

const KEY_FAILURES: Row = {
  nothing: "API_KEY_MISSING",
  "junk key": "API_KEY_INVALID",
  "user token alone": "API_KEY_MISSING",
  "admin cookie": "API_KEY_MISSING",
  "admin cookie from another site": "API_KEY_MISSING",
  "admin cookie without proof": "API_KEY_MISSING",
  "expired admin cookie": "API_KEY_MISSING",
  PAT: "API_KEY_MISSING",
  "expired PAT": "API_KEY_MISSING",
  "revoked PAT": "API_KEY_MISSING",
  "pk as Bearer": "API_KEY_MISSING",
  "sk as Bearer": "API_KEY_MISSING",
};

const APP: Row = {
  ...KEY_FAILURES,
  sk: "WRONG_SURFACE",
  "sk of another project": "WRONG_SURFACE",
  "sk that was replaced": "WRONG_SURFACE",
  "sk and user": "WRONG_SURFACE",
};

/** The reason each credential meets; what is not listed passes the guard. */
export const refusals: Readonly<Record<Caller, Row>> = {
  anyone: {},
  app: APP,
  // Says why there is no session to end, but only once it has looked for one.
  "user if any": APP,
  user: {
    ...APP,
    pk: "ACCESS_TOKEN_INVALID",
    "pk of another project": "ACCESS_TOKEN_INVALID",
    "pk and user of another project": "WRONG_PROJECT",
    "pk and expired user token": "ACCESS_TOKEN_INVALID",
    "pk and disabled user": "SESSION_REVOKED",
    "pk and signed-out user": "SESSION_REVOKED",
    "pk and refresh token as Bearer": "ACCESS_TOKEN_INVALID",
    "pk and junk Bearer": "ACCESS_TOKEN_INVALID",
    "PAT and pk": "ACCESS_TOKEN_INVALID",
  },
  backend: {
    ...KEY_FAILURES,
    pk: "WRONG_SURFACE",
    "pk of another project": "WRONG_SURFACE",
    "sk that was replaced": "API_KEY_INVALID",
    "pk and user": "WRONG_SURFACE",
    "pk and guest": "WRONG_SURFACE",
    "pk and user of another project": "WRONG_SURFACE",
    "pk and expired user token": "WRONG_SURFACE",
    "pk and disabled user": "WRONG_SURFACE",
    "pk and signed-out user": "WRONG_SURFACE",
    "pk and refresh token as Bearer": "WRONG_SURFACE",
    "pk and junk Bearer": "WRONG_SURFACE",
    "PAT and pk": "WRONG_SURFACE",
  },
  admin: {
    nothing: "ADMIN_UNAUTHENTICATED",
    "junk key": "WRONG_SURFACE",
    pk: "WRONG_SURFACE",
    "pk of another project": "WRONG_SURFACE",
    sk: "WRONG_SURFACE",
    "sk of another project": "WRONG_SURFACE",
    "sk that was replaced": "WRONG_SURFACE",
    "pk and user": "ADMIN_UNAUTHENTICATED",
    "pk and guest": "ADMIN_UNAUTHENTICATED",
    "pk and user of another project": "ADMIN_UNAUTHENTICATED",
    "pk and expired user token": "ADMIN_UNAUTHENTICATED",
    "pk and disabled user": "ADMIN_UNAUTHENTICATED",
    "pk and signed-out user": "ADMIN_UNAUTHENTICATED",
    "pk and refresh token as Bearer": "ADMIN_UNAUTHENTICATED",
    "pk and junk Bearer": "ADMIN_UNAUTHENTICATED",
    "sk and user": "ADMIN_UNAUTHENTICATED",
    "user token alone": "ADMIN_UNAUTHENTICATED",
    "admin cookie from another site": "CSRF_REJECTED",
    "admin cookie without proof": "CSRF_REJECTED",
    "expired admin cookie": "ADMIN_UNAUTHENTICATED",
    "expired PAT": "ADMIN_UNAUTHENTICATED",
    "revoked PAT": "ADMIN_UNAUTHENTICATED",
    "pk as Bearer": "WRONG_SURFACE",
    "sk as Bearer": "WRONG_SURFACE",
  },
};

/** Reasons that only a guard gives. A call that passed meets none of them. */
export const guardReasons: ReadonlySet<string> = new Set([
  "API_KEY_MISSING",
  "API_KEY_INVALID",
  "WRONG_SURFACE",
  "WRONG_PROJECT",
  "ACCESS_TOKEN_INVALID",
  "SESSION_REVOKED",
  "ADMIN_UNAUTHENTICATED",
  "CSRF_REJECTED",
]);
