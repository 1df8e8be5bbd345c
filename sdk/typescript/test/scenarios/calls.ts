import { type Billing, billing } from "../../src/billing.ts";
import { type EmailCodes, emailCodes } from "../../src/email-code.ts";
import { type Mfa, mfa } from "../../src/mfa.ts";
import { type Passkeys, passkeys } from "../../src/passkey.ts";
import { type PushDevices, pushDevices } from "../../src/push.ts";
import type { AuthClient } from "../../src/sdk.ts";
import { assertFields } from "./fields.ts";
import type { RunningClient } from "./running-client.ts";
import type { JsonObject } from "./scenario-files.ts";

/** A method of the SDK; which one is decided by the scenario. */
type Method = (input?: unknown) => unknown;

type Parts = AuthClient & EmailCodes & Mfa & Passkeys & PushDevices & Billing;

/** Which fields of `with` each call has. Calls that differ from the methods of the SDK are below. */
export const CALL_FIELDS: Readonly<Record<string, readonly string[]>> = {
  getAccessToken: ["forceRefresh", "minTtlMs"],
  signUp: ["email", "password", "displayName"],
  signInWithPassword: ["email", "password"],
  linkPassword: ["email", "password"],
  signInAnonymously: [],
  signInWithIdToken: ["provider", "idToken", "nonce"],
  linkIdToken: ["provider", "idToken", "nonce"],
  signInWithBrowser: ["provider", "redirectTo"],
  linkWithBrowser: ["provider", "redirectTo"],
  completeRedirect: ["url"],
  signOut: ["scope"],
  getMe: [],
  updateMe: ["displayName", "avatarUrl", "locale"],
  changePassword: ["currentPassword", "newPassword"],
  deleteAccount: ["currentPassword"],
  listMySessions: [],
  requestEmailCode: ["email"],
  signInWithEmailCode: ["code"],
  emailCodeFromUrl: ["url"],
  pendingEmailCode: [],
  registerPushDevice: ["provider", "token", "appId", "environment"],
  unregisterPushDevice: [],
  listMyPushDevices: [],
  entitlements: [],
  has: ["entitlement"],
  hasCached: ["entitlement"],
  sync: ["purchases"],
  mfaBegin: ["call"],
  mfaCompleteSignIn: ["totpCode", "recoveryCode"],
  signInWithPasskey: [],
  signUpWithPasskey: ["email", "displayName", "passkeyName"],
  linkPasskey: ["passkeyName"],
  send: ["url", "method", "body"],
};

const onBrowser = ["signInWithBrowser", "linkWithBrowser"];
const onEmailCodes = ["requestEmailCode", "signInWithEmailCode"];
const onPush = ["registerPushDevice", "unregisterPushDevice", "listMyPushDevices"];
const onPasskeys = ["signInWithPasskey", "signUpWithPasskey", "linkPasskey"];

/** Begins a call. `errorOf` gives the error of an earlier one. */
export async function call(
  running: RunningClient,
  name: string,
  input: JsonObject | undefined,
  errorOf: (label: string) => Promise<unknown>,
): Promise<unknown> {
  const { client, browser } = running;
  const fields = CALL_FIELDS[name];
  if (!fields) throw new Error(`unknown call ${name}`);
  assertFields(input ?? {}, fields);
  const { url = "", entitlement = "" } = (input ?? {}) as Record<string, string>;
  const shop = () => billing(client);
  const special: Record<string, () => unknown> = {
    completeRedirect: () => browser.completeRedirect(url),
    emailCodeFromUrl: () => emailCodes(client).emailCodeFromUrl(url),
    pendingEmailCode: async () => {
      emailCodes(client);
      await running.settle();
      return emailCodes(client).pendingEmailCode();
    },
    entitlements: () => shop().entitlements(),
    has: () => shop().has(entitlement),
    hasCached: () => shop().hasCached(entitlement),
    sync: () => shop().sync(input?.purchases as never),
    mfaBegin: async () => mfa(client).begin(await errorOf(input?.call as string)),
    mfaCompleteSignIn: () => mfa(client).completeSignIn(input as never),
    send: async () => {
      const { method, body } = (input ?? {}) as RequestInit;
      const { status } = await client.fetch(url, { ...(method && { method }), ...(body && { body }) });
      return { status };
    },
  };
  if (special[name]) return special[name]();
  const home = homeOf(name, running) as Record<string, Method>;
  return input ? home[name]?.(input) : home[name]?.();
}

function homeOf(name: string, { client, browser }: RunningClient): Partial<Parts> | object {
  if (onBrowser.includes(name)) return browser;
  if (onEmailCodes.includes(name)) return emailCodes(client);
  if (onPush.includes(name)) return pushDevices(client);
  return onPasskeys.includes(name) ? passkeys(client) : client;
}
