import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { applyPurchase } from "../../src/domain/billing/apply-purchase.ts";
import { applySnapshot } from "../../src/domain/billing/apply-snapshot.ts";
import type { Project } from "../../src/domain/projects/project.ts";
import { billingOf, paidMonth, SELLING } from "../../src/testing/billing.ts";
import { engines } from "../../src/testing/engines.ts";
import { ONE_TIME, paidOnce } from "../../src/testing/one-time.ts";
import { iphone, pushOf } from "../../src/testing/push.ts";
import { TestApp } from "../../src/testing/test-app.ts";
import { readJsonSchema } from "./documents.ts";
import { type Json, JsonCaller } from "./json-caller.ts";

const AUTH = "/svc.auth.v1.AuthService";
const USERS = "/svc.server.v1.UserService";
const BILLING = "/svc.server.v1.BillingService";
const PUSH = "/svc.server.v1.PushService";
const INTROSPECT = "/svc.server.v1.TokenService/IntrospectToken";
const PASSWORD = "correct horse battery";

type Tokens = Json & { accessToken: string; refreshToken: string; user: Json & { id: string } };

describe.each(engines)("A caller with plain JSON on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  let app: JsonCaller;
  let backend: JsonCaller;
  let emails = 0;
  beforeAll(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    const billing = { ...SELLING, oneTimeProducts: ONE_TIME };
    ({ project, secretKey } = await t.addProject("Demo", { billing, allowAnonymousSignIn: true }));
    app = new JsonCaller(t.url, "svc.auth.v1");
    backend = new JsonCaller(t.url, "svc.server.v1");
  });
  afterAll(() => t.close());

  let email: string;
  let tokens: Tokens;
  beforeEach(async () => {
    email = `ada${++emails}@example.com`;
    const answer = await app.call(`${AUTH}/SignUp`, { email, password: PASSWORD, displayName: "Ada" }, key());
    tokens = answer.tokens as Tokens;
  });

  const key = () => ({ "x-svc-key": project.publishableKey });
  const secret = () => ({ "x-svc-key": secretKey });
  const bearer = ({ accessToken }: Tokens = tokens) => ({ ...key(), authorization: `Bearer ${accessToken}` });

  test("signs in, reads the user, refreshes and signs out as the documents say", async () => {
    const headers = { ...key(), "connect-protocol-version": "1", "connect-timeout-ms": "10000" };
    const request = { email, password: PASSWORD, attemptId: "a".repeat(22), deviceToken: tokens.deviceToken };
    const signedIn = (await app.call(`${AUTH}/SignIn`, request, headers)) as Tokens;
    expect(await app.call(`${AUTH}/GetMe`, {}, bearer(signedIn))).toMatchObject({ user: { email } });
    const { refreshToken } = signedIn;
    const next = (await app.call(`${AUTH}/RefreshToken`, { refreshToken }, key())) as Tokens;
    expect(next.refreshToken).not.toBe(refreshToken);
    await app.call(`${AUTH}/UpdateMe`, { displayName: "Countess" }, bearer(next));
    expect(await app.call(`${AUTH}/ListMySessions`, {}, bearer(next))).toMatchObject({
      sessions: [{ current: true }, { current: false }],
    });
    await app.call(`${AUTH}/RevokeMyOtherSessions`, {}, bearer(next));
    await app.call(`${AUTH}/SignOut`, {}, bearer(next));
    expect(await app.fail(`${AUTH}/GetMe`, {}, bearer(next))).toMatchObject({ reason: "SESSION_REVOKED" });
  });

  test("gets every property that the schema of a response names, also empty ones", async () => {
    const { $defs } = readJsonSchema("svc.auth.v1");
    const namesOf = (typeName: string) => Object.keys($defs[typeName]?.properties ?? {}).sort();
    const signedIn = await app.call(`${AUTH}/SignIn`, { email, password: PASSWORD }, key());
    // Only a sign-in that kept an account has it.
    const usual = namesOf("svc.auth.v1.TokenResponse").filter((name) => name !== "canceledDeletionTime");
    expect(Object.keys(signedIn).sort()).toEqual(usual);
    expect(Object.keys(Object(signedIn.user)).sort()).toEqual(namesOf("svc.auth.v1.User"));
  });

  test("reads the project's configuration with its theme, and signs in as a guest who becomes a user", async () => {
    const config = "/svc.auth.v1.ConfigService/GetProjectConfig";
    expect(await app.call(config, {}, key())).toMatchObject({ anonymousSignInAllowed: true });
    const guest = (await app.call(`${AUTH}/SignInAnonymously`, {}, key())) as Tokens;
    const link = { email: `guest-${email}`, password: PASSWORD };
    const linked = await app.call(`${AUTH}/LinkPassword`, link, bearer(guest));
    expect(linked).toMatchObject({ user: { id: guest.user.id, isAnonymous: false } });
  });

  test("changes the password, asks for emails and deletes the account", async () => {
    const change = { currentPassword: PASSWORD, newPassword: "another long password" };
    await app.call(`${AUTH}/ChangePassword`, change, bearer());
    await app.call(`${AUTH}/RequestPasswordReset`, { email }, key());
    await app.call(`${AUTH}/RequestEmailVerification`, { email }, key());
    await app.call(`${AUTH}/RequestAccountDeletion`, { email }, key());
    await app.call(`${AUTH}/RequestEmailChange`, { newEmail: `new-${email}` }, bearer());
    await sell();
    expect(await app.call(`${AUTH}/DeleteAccount`, {}, bearer())).toMatchObject({
      activeStoreSubscriptions: [{ store: "STORE_APP_STORE", priceMicros: "9990000" }],
    });
  });

  test("reads the reason of a failure where the documents say, and finds it in the list of the method", async () => {
    const wrong = { email, password: "wrong" };
    expect(await app.fail(`${AUTH}/SignIn`, wrong, key())).toMatchObject({ reason: "INVALID_CREDENTIALS" });
    expect(await app.fail(`${AUTH}/SignIn`, wrong, {})).toMatchObject({ reason: "API_KEY_MISSING" });
    expect(await app.fail(`${AUTH}/SignIn`, wrong, secret())).toMatchObject({ reason: "WRONG_SURFACE" });
    expect(await app.fail(`${AUTH}/SignUp`, { email: `new-${email}`, password: "short" }, key())).toEqual({
      reason: "WEAK_PASSWORD",
      domain: "svc",
      metadata: { rule: "min_length", min_length: "8" },
    });
    expect(await app.fail(`${AUTH}/GetMe`, {}, key())).toMatchObject({ reason: "ACCESS_TOKEN_INVALID" });
    const { refreshToken } = tokens;
    await app.call(`${AUTH}/RefreshToken`, { refreshToken }, key());
    expect(await app.fail(`${AUTH}/RefreshToken`, { refreshToken }, key())).toMatchObject({
      reason: "REFRESH_TOKEN_REUSED",
    });
    const exchange = { code: "unknown", codeVerifier: "v".repeat(43) };
    expect(await app.fail(`${AUTH}/LinkOAuth`, { exchange }, bearer())).toHaveProperty("reason");
    expect(
      await app.fail(`${AUTH}/UnlinkIdentity`, { provider: "OAUTH_PROVIDER_GOOGLE" }, bearer()),
    ).toHaveProperty("reason");
  });

  test("introspects tokens as the documents say", async () => {
    const { accessToken, user } = tokens;
    expect(await backend.call(INTROSPECT, { token: accessToken }, secret())).toMatchObject({
      active: true,
      claims: { sub: user.id },
      user: { email },
    });
    expect(await backend.call(INTROSPECT, { token: "x" }, secret())).toMatchObject({
      inactiveReason: "malformed",
    });
    expect(await backend.fail(INTROSPECT, { token: "x" }, key())).toMatchObject({ reason: "WRONG_SURFACE" });
  });

  test("manages users as the documents say", async () => {
    const customClaims = { roles: ["admin"], limits: { seats: 5, trial: null } };
    const request = { email: `made-${email}`, emailVerified: true, customClaims };
    const { user } = (await backend.call(`${USERS}/CreateUser`, request, secret())) as { user: Json };
    const userId = user.id;
    expect(await backend.call(`${USERS}/GetUser`, { userId: tokens.user.id }, secret())).toMatchObject({
      user: { sessions: [{ method: "password" }] },
    });
    const filters = { disabled: false, provider: "OAUTH_PROVIDER_UNSPECIFIED" };
    const list = { query: email, pageSize: 10, filters, orderBy: "USER_ORDER_EMAIL" };
    expect(await backend.call(`${USERS}/ListUsers`, list, secret())).toMatchObject({ users: [{}, {}] });
    await backend.call(`${USERS}/UpdateUser`, { userId, displayName: "", customClaims: {} }, secret());
    await backend.call(`${USERS}/DisableUser`, { userId }, secret());
    await backend.call(`${USERS}/EnableUser`, { userId }, secret());
    await backend.call(`${USERS}/RevokeUserSessions`, { userId }, secret());
    await backend.call(`${USERS}/DeleteUser`, { userId }, secret());
    expect(await backend.fail(`${USERS}/GetUser`, { userId }, secret())).toMatchObject({
      reason: "NOT_FOUND",
    });
    expect(await backend.fail(`${USERS}/CreateUser`, { email }, secret())).toMatchObject({
      reason: "EMAIL_ALREADY_EXISTS",
    });
  });

  test("reads and grants what users bought as the documents say", async () => {
    const { purchaseId, subscriptionId } = await sell();
    const userId = tokens.user.id;
    expect(await backend.call(`${BILLING}/ListUserSubscriptions`, { userId }, secret())).toMatchObject({
      subscriptions: [{ priceMicros: "9990000", state: "SUBSCRIPTION_STATE_ACTIVE" }],
    });
    const grant = { userId, entitlementId: "team", expiresAt: "2031-01-01T00:00:00Z", reason: "a present" };
    const granted = (await backend.call(`${BILLING}/GrantEntitlement`, grant, secret())) as { grant: Json };
    await backend.call(`${BILLING}/GetUserEntitlements`, { userId }, secret());
    await backend.call(`${BILLING}/RevokeEntitlementGrant`, { grantId: granted.grant.id }, secret());
    await backend.call(`${BILLING}/ListPurchases`, { userId, unconsumed: true }, secret());
    const claim = { purchaseId, claimId: "order-1" };
    await backend.call(`${BILLING}/ConsumePurchase`, claim, secret());
    expect(
      await backend.fail(`${BILLING}/ConsumePurchase`, { ...claim, claimId: "x" }, secret()),
    ).toMatchObject({
      reason: "PURCHASE_CONSUMED",
    });
    await backend.fail(`${BILLING}/RefreshSubscription`, { subscriptionId }, secret());
  });

  test("reads and revokes push devices as the documents say", async () => {
    await pushOf(t, project, tokens).registerPushDevice(iphone(emails));
    const userId = tokens.user.id;
    const { devices } = (await backend.call(`${PUSH}/ListUserPushDevices`, { userId }, secret())) as {
      devices: Json[];
    };
    const list = { provider: "PUSH_PROVIDER_APNS", updatedAfter: "2020-01-01T00:00:00Z" };
    await backend.call(`${PUSH}/ListPushDevices`, list, secret());
    const revoke = { deviceId: devices[0]?.id, reason: "PUSH_REVOKE_REASON_UNREGISTERED" };
    expect(await backend.call(`${PUSH}/RevokePushDevice`, revoke, secret())).toEqual({ revoked: true });
    expect(await backend.fail(`${PUSH}/RevokePushDevice`, revoke, secret())).toMatchObject({
      reason: "NOT_FOUND",
    });
  });

  /** Ada has a subscription and a purchase. */
  async function sell(): Promise<{ subscriptionId: string; purchaseId: string }> {
    const { purchaseAccountToken: accountToken } = await billingOf(t, project, tokens).getBillingAccount({});
    const now = t.app.clock();
    const facts = { accountToken, subjectKey: `key ${emails}` };
    const { subscription } = await applySnapshot(t.app, project, paidMonth(now, facts));
    const bought = { ...facts, productId: "com.example.app.coins_100" };
    const { purchase } = await applyPurchase(t.app, project, paidOnce(now, bought));
    return { subscriptionId: subscription.id, purchaseId: purchase.id };
  }
});
