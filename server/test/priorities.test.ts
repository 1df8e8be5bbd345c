import { afterAll, beforeAll, expect, test } from "vitest";
import { previewPage } from "../src/pages/preview.ts";
import type { Route } from "../src/rpc/route.ts";
import { routeTable } from "../src/rpc/router.ts";
import { engines } from "../src/testing/engines.ts";
import { TestApp } from "../src/testing/test-app.ts";

let t: TestApp;
let routes: readonly Route[];
beforeAll(async () => {
  t = await TestApp.open(engines[0] ?? expect.fail("no engine"));
  routes = [...routeTable(t.app, () => true, previewPage).routes.values()];
});
afterAll(() => t.close());

const pathsOf = (which: (route: Route) => boolean): string[] =>
  routes.filter(which).map(({ path }) => path.slice(1).replace(/^svc\./, ""));

test("in an overload sign-ups, guests, GetMe and what backends read are refused first", () => {
  expect(pathsOf(({ admitted }) => admitted.priority === "low").toSorted()).toEqual([
    "auth.v1.AuthService/GetMe",
    "auth.v1.AuthService/RequestEmailCode",
    "auth.v1.AuthService/SignInAnonymously",
    "auth.v1.AuthService/SignUp",
    "auth.v1.MfaService/GetMyFactors",
    "auth.v1.PasskeyService/SignUpWithPasskey",
    "auth.v1.PasskeyService/StartPasskeySignUp",
    "server.v1.BillingService/GetUserEntitlements",
    "server.v1.BillingService/ListPurchases",
    "server.v1.BillingService/ListUserSubscriptions",
    "server.v1.PushService/ListPushDevices",
    "server.v1.PushService/ListUserPushDevices",
    "server.v1.TokenService/IntrospectToken",
    "server.v1.UserService/ExportUser",
    "server.v1.UserService/GetUser",
    "server.v1.UserService/GetUserFactors",
    "server.v1.UserService/ListUserChanges",
    "server.v1.UserService/ListUserPasskeys",
    "server.v1.UserService/ListUsers",
  ]);
});

test("refreshes and calls that end sessions are refused last, health checks never", () => {
  expect(pathsOf(({ admitted }) => admitted.priority === "high").toSorted()).toEqual([
    "auth.v1.AuthService/RefreshToken",
    "auth.v1.AuthService/RevokeMyOtherSessions",
    "auth.v1.AuthService/RevokeMySession",
    "auth.v1.AuthService/SignOut",
    "server.v1.UserService/DisableUser",
    "server.v1.UserService/RemoveUserPasskey",
    "server.v1.UserService/ResetUserFactors",
    "server.v1.UserService/RevokeUserSessions",
  ]);
  expect(pathsOf(({ admitted }) => admitted.waitsFor === "nothing")).toEqual([
    "grpc.health.v1.Health/Check",
    "grpc.health.v1.Health/List",
  ]);
});

test("what waits for a hash, a store or a provider takes no place of calls that need only the database", () => {
  const apps = pathsOf(
    ({ access, admitted }) => admitted.waitsFor === "elsewhere" && !access.includes("admin"),
  );
  expect(apps.toSorted()).toEqual([
    "admin.v1.AdminAccountService/AcceptInvite",
    "admin.v1.SessionService/Login",
    "auth.v1.AuthService/ChangePassword",
    "auth.v1.AuthService/ConfirmAccountDeletion",
    "auth.v1.AuthService/ConfirmPasswordReset",
    "auth.v1.AuthService/DeleteAccount",
    "auth.v1.AuthService/LinkOAuth",
    "auth.v1.AuthService/LinkPassword",
    "auth.v1.AuthService/RejectEmailVerification",
    "auth.v1.AuthService/RequestEmailChange",
    "auth.v1.AuthService/SignIn",
    "auth.v1.AuthService/SignInWithOAuth",
    "auth.v1.AuthService/SignUp",
    "auth.v1.AuthService/UnlinkIdentity",
    "auth.v1.MfaService/Reauthenticate",
    "auth.v1.PasskeyService/RemoveMyPasskey",
    "billing.v1.BillingService/CreateCheckoutSession",
    "billing.v1.BillingService/CreatePortalSession",
    "billing.v1.BillingService/SyncPurchases",
    "server.v1.BillingService/RefreshSubscription",
    "server.v1.UserService/CreateUser",
    "server.v1.UserService/DeleteUser",
    "server.v1.UserService/UpdateUser",
  ]);
  expect(
    pathsOf(({ access, admitted }) => access.includes("admin") && admitted.waitsFor !== "elsewhere"),
  ).toEqual([]);
});
