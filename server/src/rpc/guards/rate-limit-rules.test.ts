import { afterEach, beforeEach, expect, test } from "vitest";
import { previewPage } from "../../pages/preview.ts";
import { engines } from "../../testing/engines.ts";
import { TestApp } from "../../testing/test-app.ts";
import type { Route } from "../route.ts";
import { routeTable } from "../router.ts";

/** Nothing to guess: the caller is signed in already, or the answer tells and costs nothing. */
const needNone = [
  "grpc.health.v1.Health/Check",
  "grpc.health.v1.Health/List",
  "svc.auth.v1.AuthService/GetMe",
  "svc.auth.v1.AuthService/ListMySessions",
  "svc.auth.v1.AuthService/RevokeMyOtherSessions",
  "svc.auth.v1.AuthService/RevokeMySession",
  "svc.auth.v1.AuthService/SignOut",
  "svc.auth.v1.AuthService/UpdateMe",
  "svc.auth.v1.ConfigService/GetProjectConfig",
  "svc.auth.v1.MfaService/GetMyFactors",
  "svc.auth.v1.MfaService/RegenerateRecoveryCodes",
  "svc.auth.v1.MfaService/RemoveTotp",
  "svc.auth.v1.PasskeyService/ListMyPasskeys",
  "svc.auth.v1.PasskeyService/StartPasskeyLink",
  "svc.auth.v1.PasskeyService/StartPasskeySignIn",
  "svc.auth.v1.PasskeyService/StartPasskeySignUp",
  "svc.auth.v1.PasskeyService/UpdateMyPasskey",
  "svc.admin.v1.AdminFactorService/StartRequiredEnrollment",
  "svc.admin.v1.SessionService/StartPasskeyLogin",
  "svc.admin.v1.SessionService/Logout",
  "svc.billing.v1.BillingService/GetBillingConfig",
  "svc.billing.v1.BillingService/GetBillingAccount",
  "svc.billing.v1.BillingService/ListEntitlements",
  "svc.billing.v1.BillingService/ListSubscriptions",
  "svc.billing.v1.BillingService/ListPurchases",
  "svc.push.v1.PushService/ListMyPushDevices",
  "svc.push.v1.PushService/RegisterPushDevice",
  "svc.push.v1.PushService/UnregisterPushDevice",
];

const isTrusted = ({ access }: Route): boolean => access === "secret-key" || access.includes("admin");

let t: TestApp;
beforeEach(async () => {
  const [sqlite] = engines;
  if (!sqlite) throw new Error("no engine");
  t = await TestApp.open(sqlite);
});
afterEach(() => t.close());

test("every method that anybody or any app may call has limits, or is named here", () => {
  const open = [...routeTable(t.app, () => true, previewPage).routes.values()].filter(
    (route) => !isTrusted(route),
  );
  const unlimited = open.filter(({ limits }) => limits.length === 0);
  expect(unlimited.map(({ path }) => path.slice(1)).toSorted()).toEqual(needNone.toSorted());
});

test("behind an administrator's credential only the password itself and emails to oneself are limited", () => {
  const closed = [...routeTable(t.app, () => true, previewPage).routes.values()].filter(isTrusted);
  const limited = closed.filter(({ limits }) => limits.length > 0);
  expect(limited.map(({ path }) => path)).toEqual([
    "/svc.admin.v1.SessionService/Reauthenticate",
    "/svc.admin.v1.WordingService/SendPreviewEmail",
    "/svc.admin.v1.AdminAccountService/ChangePassword",
  ]);
});
