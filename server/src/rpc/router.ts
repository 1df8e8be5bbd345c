import { Health } from "@svc/proto/grpc/health/v1/health_pb";
import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { AdminFactorService } from "@svc/proto/svc/admin/v1/admin_factors_pb";
import { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import { BillingService as AdminBillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import { DkimService } from "@svc/proto/svc/admin/v1/dkim_pb";
import { InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { PushService as AdminPushService } from "@svc/proto/svc/admin/v1/push_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import { UserService as AdminUserService } from "@svc/proto/svc/admin/v1/users_pb";
import { WordingService } from "@svc/proto/svc/admin/v1/wording_pb";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { ConfigService } from "@svc/proto/svc/auth/v1/config_pb";
import { MfaService } from "@svc/proto/svc/auth/v1/mfa_pb";
import { PasskeyService } from "@svc/proto/svc/auth/v1/passkeys_pb";
import { BillingService } from "@svc/proto/svc/billing/v1/billing_pb";
import { PushService } from "@svc/proto/svc/push/v1/push_pb";
import { BillingService as ServerBillingService } from "@svc/proto/svc/server/v1/billing_pb";
import { PushService as ServerPushService } from "@svc/proto/svc/server/v1/push_pb";
import { TokenService } from "@svc/proto/svc/server/v1/token_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import type { App } from "../app.ts";
import { adminAccountService } from "./admin/admin-account-service.ts";
import { adminFactorService } from "./admin/admin-factor-service.ts";
import { analyticsService } from "./admin/analytics-service.ts";
import { adminBillingService } from "./admin/billing-service.ts";
import { dkimService } from "./admin/dkim-service.ts";
import { instanceService } from "./admin/instance-service.ts";
import type { PreviewPage } from "./admin/preview-theme.ts";
import { projectService } from "./admin/project-service.ts";
import { adminPushService } from "./admin/push-service.ts";
import { sessionService } from "./admin/session-service.ts";
import { themeService } from "./admin/theme-service.ts";
import { transferHandlers } from "./admin/transfer-handlers.ts";
import { adminUserService } from "./admin/user-service.ts";
import { wordingService } from "./admin/wording-service.ts";
import { authService } from "./auth/auth-service.ts";
import { configService } from "./auth/config-service.ts";
import { mfaService } from "./auth/mfa-service.ts";
import { passkeyService } from "./auth/passkey-service.ts";
import { billingService } from "./billing/billing-service.ts";
import type { Handle } from "./context.ts";
import { withChangedProject } from "./guards/changed-project.ts";
import { inTurn } from "./guards/hashing.ts";
import { limited } from "./guards/rate-limit.ts";
import { authorised } from "./guards/rights.ts";
import { healthHandlers } from "./health.ts";
import {
  adminAccountMethods,
  adminFactorMethods,
  adminInstanceMethods,
  adminSessionMethods,
} from "./methods/admin-accounts.ts";
import { adminBillingMethods } from "./methods/admin-billing.ts";
import { adminDkimMethods } from "./methods/admin-dkim.ts";
import {
  adminAnalyticsMethods,
  adminProjectMethods,
  adminPushMethods,
  adminThemeMethods,
  adminUserMethods,
  adminWordingMethods,
} from "./methods/admin-projects.ts";
import { billingMethods, pushMethods } from "./methods/app.ts";
import { authMethods, configMethods, mfaMethods, passkeyMethods } from "./methods/auth.ts";
import { healthMethods } from "./methods/health.ts";
import type { AnyMethod } from "./methods/method.ts";
import {
  serverBillingMethods,
  serverPushMethods,
  serverTokenMethods,
  serverUserMethods,
} from "./methods/server.ts";
import { pushService } from "./push/push-service.ts";
import { RouteTable } from "./route.ts";
import { serverBillingService } from "./server/billing-service.ts";
import { serverPushService } from "./server/push-service.ts";
import { tokenService } from "./server/token-service.ts";
import { userService } from "./server/user-service.ts";

/** Every service with the rows of its methods and its handlers. */
export function routeTable(app: App, isServing: () => boolean, previewPage: PreviewPage): RouteTable {
  const table = new RouteTable((row, handle) => behindGuards(app, row, handle));
  table.add(ConfigService, configMethods, configService(app));
  table.add(AuthService, authMethods, authService(app));
  table.add(PasskeyService, passkeyMethods, passkeyService(app));
  table.add(MfaService, mfaMethods, mfaService(app));
  table.add(PushService, pushMethods, pushService(app));
  table.add(BillingService, billingMethods, billingService(app));
  table.add(TokenService, serverTokenMethods, tokenService(app));
  table.add(UserService, serverUserMethods, userService(app));
  table.add(ServerPushService, serverPushMethods, serverPushService(app));
  table.add(ServerBillingService, serverBillingMethods, serverBillingService(app));
  table.add(SessionService, adminSessionMethods, sessionService(app));
  table.add(ProjectService, adminProjectMethods, { ...projectService(app), ...transferHandlers(app) });
  table.add(AdminUserService, adminUserMethods, adminUserService(app));
  table.add(AdminPushService, adminPushMethods, adminPushService(app));
  table.add(AnalyticsService, adminAnalyticsMethods, analyticsService(app));
  table.add(ThemeService, adminThemeMethods, themeService({ ...app, previewPage }));
  table.add(WordingService, adminWordingMethods, wordingService({ ...app, previewPage }));
  table.add(AdminBillingService, adminBillingMethods, adminBillingService(app));
  table.add(AdminAccountService, adminAccountMethods, adminAccountService(app));
  table.add(AdminFactorService, adminFactorMethods, adminFactorService(app));
  table.add(InstanceSettingsService, adminInstanceMethods, instanceService(app));
  table.add(DkimService, adminDkimMethods, dkimService(app));
  const names = table.services.map(({ typeName }) => typeName);
  table.add(Health, healthMethods, healthHandlers(names, isServing));
  return table;
}

/** What runs after the guard of the method's access and before its handler. */
function behindGuards(
  app: App,
  { limits = [], hashing, around = [], comparesProject = false, needs }: AnyMethod,
  handle: Handle<never, never>,
): Handle<never, never> {
  const behindLimits = limited(app, limits, handle);
  const surrounded = around.reduceRight((inner, put) => put(app, inner), behindLimits);
  const inOrder = hashing ? inTurn(hashing, surrounded) : surrounded;
  if (needs !== undefined) return authorised(app, needs, inOrder);
  return comparesProject ? withChangedProject(inOrder as never) : inOrder;
}
