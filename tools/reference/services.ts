import {
  adminAccountMethods,
  adminFactorMethods,
  adminInstanceMethods,
  adminSessionMethods,
} from "../../server/src/rpc/methods/admin-accounts.ts";
import { adminBillingMethods } from "../../server/src/rpc/methods/admin-billing.ts";
import { adminDkimMethods } from "../../server/src/rpc/methods/admin-dkim.ts";
import {
  adminAnalyticsMethods,
  adminProjectMethods,
  adminPushMethods,
  adminThemeMethods,
  adminUserMethods,
  adminWordingMethods,
} from "../../server/src/rpc/methods/admin-projects.ts";
import { billingMethods, pushMethods } from "../../server/src/rpc/methods/app.ts";
import { authMethods, configMethods, mfaMethods, passkeyMethods } from "../../server/src/rpc/methods/auth.ts";
import { healthMethods } from "../../server/src/rpc/methods/health.ts";
import {
  serverBillingMethods,
  serverPushMethods,
  serverTokenMethods,
  serverUserMethods,
} from "../../server/src/rpc/methods/server.ts";
import type { Row } from "./row.ts";

/** A service with its page and the rows that decide about its methods. */
export type Service = Readonly<{
  typeName: string;
  page: string;
  /** More about it than its comment says. */
  note?: string;
  rows: Readonly<Record<string, Row>>;
}>;

export type Group = Readonly<{ title: string; about: string; services: readonly Service[] }>;

const reflectionRows: Readonly<Record<string, Row>> = {
  serverReflectionInfo: { access: "open", limits: [] },
};

/** Every service that the server has, in the order of the index. A test compares it with the router. */
export const groups: readonly Group[] = [
  {
    title: "For apps",
    about:
      "An app sends the project's publishable key, `pk_...`, and the user's access token where one is needed.",
    services: [
      { typeName: "svc.auth.v1.AuthService", page: "auth.md", rows: authMethods },
      { typeName: "svc.auth.v1.PasskeyService", page: "passkeys.md", rows: passkeyMethods },
      { typeName: "svc.auth.v1.MfaService", page: "mfa.md", rows: mfaMethods },
      { typeName: "svc.auth.v1.ConfigService", page: "config.md", rows: configMethods },
      { typeName: "svc.push.v1.PushService", page: "push.md", rows: pushMethods },
      { typeName: "svc.billing.v1.BillingService", page: "billing.md", rows: billingMethods },
    ],
  },
  {
    title: "For backends",
    about: "A backend sends the project's secret key, `sk_...`.",
    services: [
      { typeName: "svc.server.v1.TokenService", page: "server-tokens.md", rows: serverTokenMethods },
      { typeName: "svc.server.v1.UserService", page: "server-users.md", rows: serverUserMethods },
      { typeName: "svc.server.v1.PushService", page: "server-push.md", rows: serverPushMethods },
      { typeName: "svc.server.v1.BillingService", page: "server-billing.md", rows: serverBillingMethods },
    ],
  },
  {
    title: "For administrators",
    about:
      "A script sends a personal access token, `svc_pat_...`. The console sends the cookie of its session. The [command line](../cli.md) calls these methods too.",
    services: [
      { typeName: "svc.admin.v1.SessionService", page: "admin-sessions.md", rows: adminSessionMethods },
      { typeName: "svc.admin.v1.AdminFactorService", page: "admin-factors.md", rows: adminFactorMethods },
      { typeName: "svc.admin.v1.AdminAccountService", page: "admin-accounts.md", rows: adminAccountMethods },
      { typeName: "svc.admin.v1.ProjectService", page: "admin-projects.md", rows: adminProjectMethods },
      { typeName: "svc.admin.v1.UserService", page: "admin-users.md", rows: adminUserMethods },
      { typeName: "svc.admin.v1.BillingService", page: "admin-billing.md", rows: adminBillingMethods },
      { typeName: "svc.admin.v1.PushService", page: "admin-push.md", rows: adminPushMethods },
      { typeName: "svc.admin.v1.AnalyticsService", page: "admin-analytics.md", rows: adminAnalyticsMethods },
      { typeName: "svc.admin.v1.ThemeService", page: "admin-themes.md", rows: adminThemeMethods },
      { typeName: "svc.admin.v1.WordingService", page: "admin-wording.md", rows: adminWordingMethods },
      {
        typeName: "svc.admin.v1.InstanceSettingsService",
        page: "admin-instance.md",
        rows: adminInstanceMethods,
      },
      { typeName: "svc.admin.v1.DkimService", page: "admin-dkim.md", rows: adminDkimMethods },
    ],
  },
  {
    title: "For tools",
    about: "Load balancers and tools like `grpcurl` need no credential.",
    services: [
      { typeName: "grpc.health.v1.Health", page: "health.md", rows: healthMethods },
      {
        typeName: "grpc.reflection.v1.ServerReflection",
        page: "reflection.md",
        note: "Older tools find the same method with the same messages at `grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo`.",
        rows: reflectionRows,
      },
    ],
  },
];

export const services: readonly Service[] = groups.flatMap(({ services }) => services);
