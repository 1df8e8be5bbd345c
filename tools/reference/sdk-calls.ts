/** A call with the client library. The test runs each, and sees which method it sends. */
export type SdkCall = Readonly<{ from: string; code: string }>;

const auth = (code: string): SdkCall => ({ from: "@svc/sdk", code });
const push = (code: string): SdkCall => ({ from: "@svc/sdk/push", code });
const shop = (code: string): SdkCall => ({ from: "@svc/sdk/billing", code });
const codes = (code: string): SdkCall => ({ from: "@svc/sdk/email-code", code });
const keys = (code: string): SdkCall => ({ from: "@svc/sdk/passkey", code });
const factors = (code: string): SdkCall => ({ from: "@svc/sdk/mfa", code });
const server = (code: string): SdkCall => ({ from: "@svc/sdk/server", code });

/** How each client is made. */
export const setUps: Readonly<Record<string, string>> = {
  "@svc/sdk": 'const auth = createAuthClient({ baseUrl, publishableKey: "pk_...", storage });',
  "@svc/sdk/push": "const push = pushDevices(auth);",
  "@svc/sdk/billing": "const shop = billing(auth);",
  "@svc/sdk/email-code": "const codes = emailCodes(auth);",
  "@svc/sdk/passkey": "const keys = passkeys(auth);",
  "@svc/sdk/mfa": "const factors = mfa(auth);",
  "@svc/sdk/browser": "const social = browserSignIn(auth);",
  "@svc/sdk/server": 'const server = createServerClient({ baseUrl, secretKey: "sk_..." });',
};

const AUTH = "svc.auth.v1.AuthService";
const PASSKEY = "svc.auth.v1.PasskeyService";
const MFA = "svc.auth.v1.MfaService";
const PUSH = "svc.push.v1.PushService";
const BILLING = "svc.billing.v1.BillingService";
const SERVER = "svc.server.v1";

/** Every method of the APIs for apps and for backends. The administrators' API has no client library. */
export const sdkCalls: Readonly<Record<string, SdkCall>> = {
  "svc.auth.v1.ConfigService/GetProjectConfig": auth("const config = await auth.getProjectConfig();"),
  [`${AUTH}/SignUp`]: auth('const result = await auth.signUp({ email, password, displayName: "Ada" });'),
  [`${AUTH}/SignIn`]: auth("const session = await auth.signInWithPassword({ email, password });"),
  [`${AUTH}/RequestEmailCode`]: codes("await codes.requestEmailCode({ email });"),
  [`${AUTH}/SignInWithEmailCode`]: codes("const session = await codes.signInWithEmailCode({ code });"),
  [`${AUTH}/InspectEmailCode`]: codes("const { userAgent } = await codes.inspectEmailCode(flowId);"),
  [`${PASSKEY}/StartPasskeySignIn`]: keys("const session = await keys.signInWithPasskey();"),
  [`${PASSKEY}/SignInWithPasskey`]: keys("const session = await keys.signInWithPasskey();"),
  [`${PASSKEY}/StartPasskeySignUp`]: keys(
    'const result = await keys.signUpWithPasskey({ email, displayName: "Ada" });',
  ),
  [`${PASSKEY}/SignUpWithPasskey`]: keys(
    'const result = await keys.signUpWithPasskey({ email, displayName: "Ada" });',
  ),
  [`${PASSKEY}/StartPasskeyLink`]: keys("const session = await keys.linkPasskey();"),
  [`${PASSKEY}/LinkPasskey`]: keys('const session = await keys.linkPasskey({ passkeyName: "my phone" });'),
  [`${PASSKEY}/ListMyPasskeys`]: keys("const list = await keys.listPasskeys();"),
  [`${PASSKEY}/UpdateMyPasskey`]: keys('const passkey = await keys.renamePasskey(passkeyId, "my phone");'),
  [`${PASSKEY}/RemoveMyPasskey`]: keys("await keys.removePasskey(passkeyId, { currentPassword });"),
  [`${MFA}/CompleteSignIn`]: factors(
    "factors.begin(error); // the error of the sign-in\nconst session = await factors.completeSignIn({ totpCode });",
  ),
  [`${MFA}/StartTotpEnrollment`]: factors("const { uri, secret } = await factors.startTotpEnrollment();"),
  [`${MFA}/StartRequiredEnrollment`]: factors(
    "factors.begin(error); // the error of the sign-in\nconst { uri, secret } = await factors.startRequiredEnrollment();",
  ),
  [`${MFA}/ConfirmTotpEnrollment`]: factors(
    "const { recoveryCodes } = await factors.confirmTotpEnrollment({ totpCode, emailCode });",
  ),
  [`${MFA}/GetMyFactors`]: factors("const { recoveryCodesLeft } = await factors.getMyFactors();"),
  [`${MFA}/RemoveTotp`]: factors("await factors.removeTotp();"),
  [`${MFA}/RegenerateRecoveryCodes`]: factors(
    "const recoveryCodes = await factors.regenerateRecoveryCodes();",
  ),
  [`${MFA}/Reauthenticate`]: factors("const session = await factors.reauthenticate({ password });"),
  [`${AUTH}/RefreshToken`]: auth("const token = await auth.getAccessToken(); // refreshes when it must"),
  [`${AUTH}/SignOut`]: auth("await auth.signOut();"),
  [`${AUTH}/SignInAnonymously`]: auth("const session = await auth.signInAnonymously();"),
  [`${AUTH}/LinkPassword`]: auth("const session = await auth.linkPassword({ email, password });"),
  [`${AUTH}/SignInWithOAuth`]: auth(
    'const session = await auth.signInWithIdToken({ provider: "google", idToken, nonce });',
  ),
  [`${AUTH}/ExchangeOAuthCode`]: {
    from: "@svc/sdk/browser",
    code: 'const session = await social.signInWithBrowser({ provider: "google", redirectTo });',
  },
  [`${AUTH}/LinkOAuth`]: auth(
    'const session = await auth.linkIdToken({ provider: "google", idToken, nonce });',
  ),
  [`${AUTH}/UnlinkIdentity`]: auth('const user = await auth.unlinkIdentity({ provider: "google" });'),
  [`${AUTH}/GetMe`]: auth("const user = await auth.getMe();"),
  [`${AUTH}/UpdateMe`]: auth('const user = await auth.updateMe({ displayName: "Countess" });'),
  [`${AUTH}/ChangePassword`]: auth("await auth.changePassword({ currentPassword: password, newPassword });"),
  [`${AUTH}/RequestEmailVerification`]: auth("await auth.requestEmailVerification(email);"),
  [`${AUTH}/ConfirmEmailVerification`]: auth("const user = await auth.confirmEmailVerification(token);"),
  [`${AUTH}/RejectEmailVerification`]: auth("await auth.rejectEmailVerification(token);"),
  [`${AUTH}/RequestPasswordReset`]: auth("await auth.requestPasswordReset(email);"),
  [`${AUTH}/ConfirmPasswordReset`]: auth("await auth.confirmPasswordReset({ token, newPassword });"),
  [`${AUTH}/RequestEmailChange`]: auth(
    "await auth.requestEmailChange({ newEmail, currentPassword: password });",
  ),
  [`${AUTH}/ConfirmEmailChange`]: auth("const user = await auth.confirmEmailChange(token);"),
  [`${AUTH}/UndoEmailChange`]: auth("const undone = await auth.undoEmailChange(token);"),
  [`${AUTH}/InspectEmailLink`]: auth("const about = await auth.inspectEmailLink(token);"),
  [`${AUTH}/ListMySessions`]: auth("const sessions = await auth.listMySessions();"),
  [`${AUTH}/RevokeMySession`]: auth("await auth.revokeMySession(sessionId);"),
  [`${AUTH}/RevokeMyOtherSessions`]: auth('await auth.signOut({ scope: "others" });'),
  [`${AUTH}/DeleteAccount`]: auth("await auth.deleteAccount({ currentPassword: password });"),
  [`${AUTH}/RequestAccountDeletion`]: auth("await auth.requestAccountDeletion(email);"),
  [`${AUTH}/ConfirmAccountDeletion`]: auth("await auth.confirmAccountDeletion(token);"),
  [`${PUSH}/RegisterPushDevice`]: push(
    'const device = await push.registerPushDevice({ provider: "fcm", token, appId: "com.example.app" });',
  ),
  [`${PUSH}/UnregisterPushDevice`]: push("await push.unregisterPushDevice();"),
  [`${PUSH}/ListMyPushDevices`]: push("const devices = await push.listMyPushDevices();"),
  [`${BILLING}/GetBillingConfig`]: shop("const { tiers } = await shop.config();"),
  [`${BILLING}/GetBillingAccount`]: shop("const accountToken = await shop.accountToken();"),
  [`${BILLING}/ListEntitlements`]: shop("const entitlements = await shop.entitlements();"),
  [`${BILLING}/ListSubscriptions`]: shop("const subscriptions = await shop.subscriptions();"),
  [`${BILLING}/ListPurchases`]: shop("const purchases = await shop.purchases();"),
  [`${BILLING}/SyncPurchases`]: shop("await shop.sync([{ appStoreSignedTransaction }]);"),
  [`${BILLING}/CreateCheckoutSession`]: shop(
    'const url = await shop.checkout({ productId: "pro_monthly", successUrl, cancelUrl });',
  ),
  [`${BILLING}/CreatePortalSession`]: shop("const url = await shop.portal({ returnUrl });"),
  [`${SERVER}.TokenService/IntrospectToken`]: server(
    "const { active, user } = await server.introspectToken(accessToken);",
  ),
  [`${SERVER}.UserService/ListUsers`]: server(
    'const { users, nextPageToken } = await server.listUsers({ query: "ada", pageSize: 20 });',
  ),
  [`${SERVER}.UserService/GetUser`]: server("const user = await server.getUser({ email });"),
  [`${SERVER}.UserService/CreateUser`]: server(
    "const user = await server.createUser({ email, invite: true });",
  ),
  [`${SERVER}.UserService/UpdateUser`]: server(
    'const user = await server.updateUser({ userId, customClaims: { role: "editor" } });',
  ),
  [`${SERVER}.UserService/DisableUser`]: server("const user = await server.disableUser(userId);"),
  [`${SERVER}.UserService/EnableUser`]: server("const user = await server.enableUser(userId);"),
  [`${SERVER}.UserService/MarkEmailBounced`]: server(
    "const user = await server.markEmailBounced({ email });",
  ),
  [`${SERVER}.UserService/ClearEmailBounce`]: server(
    "const user = await server.clearEmailBounce({ email });",
  ),
  [`${SERVER}.UserService/DeleteUser`]: server("await server.deleteUser(userId);"),
  [`${SERVER}.UserService/RevokeUserSessions`]: server("await server.revokeUserSessions(userId);"),
  [`${SERVER}.UserService/ListUserPasskeys`]: server(
    "const passkeys = await server.listUserPasskeys(userId);",
  ),
  [`${SERVER}.UserService/RemoveUserPasskey`]: server(
    "await server.removeUserPasskey({ userId, passkeyId });",
  ),
  [`${SERVER}.UserService/GetUserFactors`]: server("const factors = await server.getUserFactors(userId);"),
  [`${SERVER}.UserService/ResetUserFactors`]: server("await server.resetUserFactors(userId);"),
  [`${SERVER}.UserService/ExportUser`]: server("const document = await server.exportUser(userId);"),
  [`${SERVER}.UserService/ListUserChanges`]: server(
    "const { changes, nextCursor } = await server.listUserChanges({ cursor });",
  ),
  [`${SERVER}.PushService/ListUserPushDevices`]: server(
    "const devices = await server.listUserPushDevices(userId);",
  ),
  [`${SERVER}.PushService/ListPushDevices`]: server(
    'const { devices, nextPageToken } = await server.listPushDevices({ provider: "fcm" });',
  ),
  [`${SERVER}.PushService/RevokePushDevice`]: server(
    'await server.revokePushDevice({ token, reason: "unregistered" });',
  ),
  [`${SERVER}.BillingService/GetUserEntitlements`]: server(
    "const { entitlements, grants } = await server.getUserEntitlements(userId);",
  ),
  [`${SERVER}.BillingService/ListUserSubscriptions`]: server(
    "const subscriptions = await server.listUserSubscriptions(userId);",
  ),
  [`${SERVER}.BillingService/ListPurchases`]: server(
    "const { purchases } = await server.listPurchases({ unconsumed: true });",
  ),
  [`${SERVER}.BillingService/ConsumePurchase`]: server(
    'await server.consumePurchase({ purchaseId, claimId: "order-1001" });',
  ),
  [`${SERVER}.BillingService/RefreshSubscription`]: server(
    "const subscription = await server.refreshSubscription(subscriptionId);",
  ),
  [`${SERVER}.BillingService/GrantEntitlement`]: server(
    'const grant = await server.grantEntitlement({ userId, entitlementId: "pro" });',
  ),
  [`${SERVER}.BillingService/RevokeEntitlementGrant`]: server(
    "await server.revokeEntitlementGrant(grantId);",
  ),
};
