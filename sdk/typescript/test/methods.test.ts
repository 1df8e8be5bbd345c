import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { ConfigService } from "@svc/proto/svc/auth/v1/config_pb";
import { MfaService } from "@svc/proto/svc/auth/v1/mfa_pb";
import { PasskeyService } from "@svc/proto/svc/auth/v1/passkeys_pb";
import { BillingService } from "@svc/proto/svc/billing/v1/billing_pb";
import { PushService } from "@svc/proto/svc/push/v1/push_pb";
import { beforeAll, expect, test } from "vitest";
import { billing } from "../src/billing.ts";
import { browserSignIn } from "../src/browser.ts";
import { emailCodes } from "../src/email-code.ts";
import { mfa } from "../src/mfa.ts";
import { type PasskeyPlatform, passkeys } from "../src/passkey.ts";
import { pushDevices } from "../src/push.ts";
import { AuthError, isAuthError, memoryStorage } from "../src/sdk.ts";
import { shownCode } from "./authenticator-app.ts";
import { FlakyNetwork } from "./flaky-network.ts";
import { TestProject } from "./test-project.ts";

let project: TestProject;
beforeAll(async () => {
  project = await TestProject.create();
});

const account = { email: "ada@example.com", password: "correct horse battery" };

/** A device that answers with nonsense: the server refuses it. */
const nonsense: PasskeyPlatform = {
  isAvailable: () => true,
  create: async () => JSON.stringify({ id: "x" }),
  get: async () => JSON.stringify({ id: "x" }),
};

test("every RPC of svc.auth.v1, svc.push.v1 and svc.billing.v1 is a method", async () => {
  const project = await TestProject.create();
  const network = new FlakyNetwork();
  const client = project.client({ fetch: network.fetch });
  const push = pushDevices(client);
  const shop = billing(client);
  const codes = emailCodes(client);
  const keys = passkeys(client, nonsense);
  const factors = mfa(client);
  const browser = browserSignIn(client, async (url) => {
    const state = /state=([^&]+)/.exec(url)?.[1];
    return `app://back?code=abc&state=${state}`;
  });
  const google = { provider: "google", idToken: "x" } as const;
  const second = { ...account, email: "second@example.com" };
  await project.settings({ allowEmailCodes: true, passkeys: { enabled: true, rpId: "example.com" } });
  await client.signInAnonymously();
  const calls: Array<() => Promise<unknown>> = [
    () => client.getProjectConfig(),
    () => client.getMe(),
    () => client.updateMe({ displayName: "Ada" }),
    () => client.unlinkIdentity({ provider: "google" }),
    () => client.changePassword({ currentPassword: "a", newPassword: "b" }),
    () => client.requestEmailChange({ newEmail: "new@example.com" }),
    () => client.listMySessions(),
    () => client.revokeMySession("none"),
    () => client.signOut({ scope: "others" }),
    () => client.linkIdToken(google),
    () => client.linkPassword(account),
    () => push.registerPushDevice({ provider: "fcm", token: "t", appId: "com.example" }),
    () => push.listMyPushDevices(),
    () => push.unregisterPushDevice(),
    () => shop.config(),
    () => shop.accountToken(),
    () => shop.entitlements(),
    () => shop.subscriptions(),
    () => shop.purchases(),
    () => shop.sync([{ appStoreSignedTransaction: "x" }]),
    () => shop.checkout({ productId: "pro", successUrl: "app://done", cancelUrl: "app://back" }),
    () => shop.portal({ returnUrl: "app://back" }),
    () => keys.linkPasskey(),
    () => keys.listPasskeys(),
    () => keys.renamePasskey("none", "Phone"),
    () => keys.removePasskey("none"),
    () => factors.getMyFactors(),
    () => factors.startTotpEnrollment(),
    () => factors.removeTotp(),
    () => factors.regenerateRecoveryCodes(),
    () => factors.reauthenticate({ password: "x" }),
    () => client.deleteAccount(),
    () => client.requestEmailVerification("a@example.com"),
    () => client.confirmEmailVerification("x"),
    () => client.rejectEmailVerification("x"),
    () => client.requestPasswordReset("a@example.com"),
    () => client.confirmPasswordReset({ token: "x", newPassword: "correct horse battery" }),
    () => client.confirmEmailChange("x"),
    () => client.undoEmailChange("x"),
    () => client.inspectEmailLink("x"),
    () => client.requestAccountDeletion("a@example.com"),
    () => client.confirmAccountDeletion("x"),
    () => client.signUp(second),
    () => client.signInWithIdToken(google),
    () => browser.signInWithBrowser({ provider: "google", redirectTo: "app://back" }),
    () => client.signInWithPassword(second),
    () => project.settings({ mfa: { policy: "MFA_POLICY_REQUIRED" } }),
    () => client.signInWithPassword(second).catch((error) => factors.begin(error)),
    async () => {
      const { secret } = await factors.startRequiredEnrollment();
      await factors.confirmTotpEnrollment({ totpCode: shownCode(secret) });
    },
    () => codes.requestEmailCode({ email: "a@example.com" }),
    () => codes.signInWithEmailCode({ code: "12345678" }),
    () => codes.inspectEmailCode("x"),
    () => keys.signUpWithPasskey(),
    () => keys.signInWithPasskey(),
    () => client.signOut(),
  ];
  for (const call of calls) await call().catch((error) => expect(error).toBeInstanceOf(AuthError));
  const rpcs = [AuthService, ConfigService, MfaService, PasskeyService, PushService, BillingService].flatMap(
    ({ methods }) => methods.map(({ name }) => name),
  );
  expect([...new Set(network.sent.map(({ method }) => method))].sort()).toEqual(rpcs.sort());
});

test("an account from sign-up to a changed password", async () => {
  const client = project.client();
  expect(await client.signUp({ ...account, displayName: "Ada" })).toMatchObject({ status: "signedIn" });
  expect(client.user).toMatchObject({
    email: account.email,
    displayName: "Ada",
    emailVerified: false,
    hasPassword: true,
    identities: [],
    claims: {},
  });
  expect(client.user?.createdAt).toMatch(/^\d{4}-/);
  const renamed = await client.updateMe({ displayName: "Countess" });
  expect(renamed.displayName).toBe("Countess");
  expect(client.user).toEqual(renamed);
  expect(await client.updateMe({ displayName: "" })).not.toHaveProperty("displayName");
  await client.changePassword({ currentPassword: account.password, newPassword: "another horse battery" });
  const [session] = await client.listMySessions();
  expect(session).toMatchObject({ current: true });
  await client.signInWithPassword({ ...account, password: "another horse battery" });
});

test("what the server says about the user is still there after a restart", async () => {
  const storage = memoryStorage();
  const client = project.client({ storage });
  await client.signInAnonymously();
  await client.updateMe({ displayName: "Guest of honour" });
  await client.getMe();
  const restarted = project.client({ storage });
  await restarted.ready;
  expect(restarted.user?.displayName).toBe("Guest of honour");
});

test("custom claims arrive with the next refresh", async () => {
  const client = project.client();
  await client.signInAnonymously();
  await project.admin("UserService/UpdateUser", {
    project: project.slug,
    userId: client.user?.id,
    customClaims: { role: "editor" },
  });
  await client.getAccessToken({ forceRefresh: true });
  expect(client.user?.claims).toEqual({ role: "editor" });
});

test("a project that wants verified emails tells nothing by sign-up", async () => {
  const strict = await TestProject.create();
  await strict.settings({ requireEmailVerification: true });
  const client = strict.client();
  expect(await client.signUp(account)).toEqual({ status: "verifyEmail" });
  expect(await client.signUp(account)).toEqual({ status: "verifyEmail" });
  expect(client.state.status).toBe("signedOut");
  await expect(client.signInWithPassword(account)).rejects.toMatchObject({ reason: "EMAIL_NOT_VERIFIED" });
});

test("an error tells what happened, whether to try again, and how the server's log names it", async () => {
  const client = project.client();
  const wrong = await client.signInWithPassword({ ...account, password: "no" }).catch((error) => error);
  expect(wrong).toBeInstanceOf(AuthError);
  expect(isAuthError(wrong, "INVALID_CREDENTIALS")).toBe(true);
  expect(isAuthError(wrong, "NETWORK")).toBe(false);
  expect(wrong).toMatchObject({ code: "unauthenticated", status: 401, retryable: false });
  expect(wrong.requestId).toEqual(expect.stringMatching(/.{8,}/));
  expect(wrong.message).toBe("email or password is wrong");

  const weak = await client.signUp({ email: "x@example.com", password: "1234567" }).catch((error) => error);
  expect(weak).toMatchObject({ reason: "WEAK_PASSWORD", status: 400, metadata: { min_length: "8" } });
  for (const other of [undefined, null, "text", new Error("x"), { name: "Error", reason: "x" }]) {
    expect(isAuthError(other)).toBe(false);
  }
});

test("the project's configuration says how to sign in", async () => {
  const config = await project.client().getProjectConfig();
  expect(config.providers.anonymous.enabled).toBe(true);
  expect(config.passwordPolicy.minLength).toBe(8);
  expect(config.theme.colors.primary).toMatch(/^#/);
});

test("a push device is registered for this installation, which outlives its users", async () => {
  const storage = memoryStorage();
  const client = project.client({ storage });
  const push = pushDevices(client);
  await client.signInAnonymously();
  const input = {
    provider: "apns",
    environment: "sandbox",
    token: "ab".repeat(32),
    appId: "com.example",
  } as const;
  const device = await push.registerPushDevice({ ...input, notificationsEnabled: true });
  expect(device).toMatchObject({ provider: "apns", environment: "sandbox", current: true });
  expect(device.installationId).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );

  await client.signOut();
  await client.signInAnonymously();
  const again = await push.registerPushDevice({
    provider: "fcm",
    token: "t".repeat(100),
    appId: "com.example",
  });
  expect(again.installationId).toBe(device.installationId);
  expect(again).not.toHaveProperty("environment");
  expect(await push.listMyPushDevices()).toHaveLength(1);
  await push.unregisterPushDevice();
  expect(await push.listMyPushDevices()).toEqual([]);
});
