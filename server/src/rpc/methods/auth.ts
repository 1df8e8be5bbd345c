import type { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import type { ConfigService } from "@svc/proto/svc/auth/v1/config_pb";
import type { MfaService } from "@svc/proto/svc/auth/v1/mfa_pb";
import type { PasskeyService } from "@svc/proto/svc/auth/v1/passkeys_pb";
import { byLink, byNewEmail, byTypedEmail, byUser, unlessBusy } from "../guards/hashing.ts";
import { fromKnownDevice } from "../guards/known-device.ts";
import {
  address,
  callingAccount,
  callingAddress,
  callingPasskey,
  calls,
  callsInHandler,
  currentPasswordRules,
  failures,
  failuresAfterwards,
  failuresInARow,
  family,
  linkRules,
  mailRules,
  oauthRules,
  ownAccount,
  provenAccount,
  signedInUser,
  typedAccount,
  unlessKnown,
} from "../guards/rate-limit-rules.ts";
import { recordingThrottled } from "../guards/throttled-sign-in.ts";
import type { Handlers, Methods } from "./method.ts";

export const configMethods = {
  getProjectConfig: { access: "publishable-key", limits: [] },
} as const satisfies Methods<typeof ConfigService>;

export type ConfigHandlers = Handlers<typeof ConfigService, typeof configMethods>;

export const authMethods = {
  signUp: {
    access: "publishable-key",
    limits: [calls("sign_up_address", address), ...mailRules],
    hashing: byNewEmail,
    priority: "low",
  },
  signIn: {
    access: "publishable-key",
    comparesProject: true,
    limits: [
      calls("sign_in_calls_address", callingAddress),
      calls("sign_in_calls_account", callingAccount),
      failures("sign_in_address", unlessKnown(address), "INVALID_CREDENTIALS"),
      failuresInARow("sign_in_account", unlessKnown(typedAccount), "INVALID_CREDENTIALS"),
    ],
    hashing: byTypedEmail,
    around: [unlessBusy, fromKnownDevice, recordingThrottled],
  },
  requestEmailCode: { access: "publishable-key", limits: mailRules, priority: "low" },
  signInWithEmailCode: { access: "publishable-key", limits: [calls("confirm_address", address)] },
  inspectEmailCode: { access: "publishable-key", limits: [calls("confirm_address", address)] },
  refreshToken: {
    access: "publishable-key",
    comparesProject: true,
    limits: [
      callsInHandler("refresh_address", address),
      failuresAfterwards("refresh_family", family, "REFRESH_TOKEN_INVALID", "REFRESH_TOKEN_REUSED"),
    ],
    priority: "high",
  },
  signOut: { access: "user-if-any", limits: [], priority: "high" },
  signInAnonymously: {
    access: "publishable-key",
    limits: [calls("anonymous_address", address)],
    priority: "low",
  },
  linkPassword: {
    access: "user",
    limits: [calls("link_address", address), failures("link_guest", signedInUser, "EMAIL_ALREADY_EXISTS")],
    hashing: byUser,
  },
  signInWithOAuth: { access: "publishable-key", limits: oauthRules, waitsFor: "elsewhere" },
  exchangeOAuthCode: { access: "publishable-key", limits: oauthRules },
  linkOAuth: {
    access: "user",
    limits: [
      calls("link_address", address),
      failures(
        "link_guest",
        signedInUser,
        "EMAIL_ALREADY_EXISTS",
        "OAUTH_ACCOUNT_EXISTS",
        "OAUTH_TOKEN_INVALID",
        "OAUTH_CODE_INVALID",
      ),
    ],
    waitsFor: "elsewhere",
  },
  unlinkIdentity: { access: "user", limits: currentPasswordRules, hashing: byUser },
  getMe: { access: "user", limits: [], priority: "low" },
  updateMe: { access: "user", limits: [] },
  changePassword: {
    access: "user",
    limits: [
      failures("sign_in_address", address, "INVALID_CREDENTIALS"),
      failuresInARow("sign_in_account", ownAccount, "INVALID_CREDENTIALS"),
    ],
    hashing: byUser,
  },
  requestEmailVerification: { access: "publishable-key", limits: mailRules },
  confirmEmailVerification: { access: "publishable-key", limits: linkRules },
  rejectEmailVerification: { access: "publishable-key", limits: linkRules, waitsFor: "elsewhere" },
  requestPasswordReset: { access: "publishable-key", limits: mailRules },
  confirmPasswordReset: { access: "publishable-key", limits: linkRules, hashing: byLink },
  requestEmailChange: {
    access: "user",
    limits: [...mailRules, ...currentPasswordRules],
    hashing: byUser,
  },
  confirmEmailChange: { access: "publishable-key", limits: linkRules },
  undoEmailChange: { access: "publishable-key", limits: linkRules },
  // Not by link: scanners that open it must not use up what its owner needs to confirm.
  inspectEmailLink: { access: "publishable-key", limits: [calls("confirm_address", address)] },
  listMySessions: { access: "user", limits: [] },
  revokeMySession: { access: "user", limits: [], priority: "high" },
  revokeMyOtherSessions: { access: "user", limits: [], priority: "high" },
  deleteAccount: { access: "user", limits: currentPasswordRules, hashing: byUser },
  requestAccountDeletion: { access: "publishable-key", limits: mailRules },
  confirmAccountDeletion: { access: "publishable-key", limits: linkRules, waitsFor: "elsewhere" },
} as const satisfies Methods<typeof AuthService>;

export type AuthHandlers = Handlers<typeof AuthService, typeof authMethods>;

export const passkeyMethods = {
  // The start calls store nothing and look up nothing that a stranger names.
  startPasskeySignIn: { access: "publishable-key", limits: [] },
  signInWithPasskey: {
    access: "publishable-key",
    comparesProject: true,
    limits: [
      calls("sign_in_calls_address", callingAddress),
      calls("sign_in_calls_account", callingPasskey),
      failures("sign_in_address", address, "PASSKEY_INVALID"),
    ],
  },
  startPasskeySignUp: { access: "publishable-key", limits: [], priority: "low" },
  signUpWithPasskey: {
    access: "publishable-key",
    limits: [calls("sign_up_address", address), ...mailRules],
    priority: "low",
  },
  startPasskeyLink: { access: "user", limits: [] },
  linkPasskey: {
    access: "user",
    limits: [
      calls("link_address", address),
      failures("link_guest", signedInUser, "PASSKEY_ALREADY_EXISTS", "PASSKEY_INVALID"),
    ],
  },
  listMyPasskeys: { access: "user", limits: [] },
  updateMyPasskey: { access: "user", limits: [] },
  removeMyPasskey: { access: "user", limits: currentPasswordRules, hashing: byUser },
} as const satisfies Methods<typeof PasskeyService>;

export type PasskeyHandlers = Handlers<typeof PasskeyService, typeof passkeyMethods>;

/** Wrong codes are counted for each user by the handlers, in the transaction that checks them. */
export const mfaMethods = {
  completeSignIn: {
    access: "publishable-key",
    limits: [
      calls("confirm_address", address),
      failures("sign_in_address", address, "MFA_CHALLENGE_INVALID", "PASSKEY_INVALID"),
    ],
  },
  startTotpEnrollment: { access: "user", limits: mailRules },
  startRequiredEnrollment: { access: "publishable-key", limits: mailRules },
  confirmTotpEnrollment: { access: "publishable-key", limits: [calls("confirm_address", address)] },
  getMyFactors: { access: "user", limits: [], priority: "low" },
  removeTotp: { access: "user", limits: [] },
  regenerateRecoveryCodes: { access: "user", limits: [] },
  reauthenticate: {
    access: "user",
    limits: [
      failures("sign_in_address", address, "INVALID_CREDENTIALS", "PASSKEY_INVALID", "MFA_CODE_INVALID"),
      failures("sign_in_account", provenAccount, "INVALID_CREDENTIALS"),
    ],
    hashing: byUser,
  },
} as const satisfies Methods<typeof MfaService>;

export type MfaHandlers = Handlers<typeof MfaService, typeof mfaMethods>;
