import { isDeepStrictEqual } from "node:util";
import { billingFields } from "../billing/billing-fields.ts";
import { camelCase, type FieldTree, type FieldValue, putAt, valueAt } from "./field-tree.ts";
import { defaultSettings, type ProjectSettings, type SettingsChanges } from "./settings.ts";

export type SettingValue = FieldValue;

type SettingField = Readonly<{
  /** As in the contract and in a spec, below `settings`. */
  path: string;
  type: "text" | "number" | "flag" | "list" | "entitlements" | "tiers" | "one_time_products";
  /** For people who read a spec. */
  about: string;
}>;

/** Every setting except secrets, in the order of a spec. */
export const settingFields = [
  {
    path: "timezone",
    type: "text",
    about: "IANA time zone in which days are counted, such as Europe/Berlin.",
  },
  { path: "sender.name", type: "text", about: "Name of the sender of emails. Empty: the product name." },
  {
    path: "sender.address",
    type: "text",
    about: "Address of the sender, one that the server allows. Empty: that of the mail relay.",
  },
  {
    path: "sender.reply_to",
    type: "text",
    about: "Address that answers go to. Empty: the support email of the theme.",
  },
  {
    path: "default_language",
    type: "text",
    about: "Language of emails and pages where nothing else decides, such as en, de or pt-BR.",
  },
  {
    path: "languages",
    type: "list",
    about: "Languages that emails and pages can have besides it. Empty: all.",
  },
  {
    path: "redirect_schemes",
    type: "list",
    about: "URL schemes of the app to which social sign-in may return, such as com.example.app.",
  },
  {
    path: "redirect_origins",
    type: "list",
    about: "Web origins to which social sign-in may return, such as https://app.example.com.",
  },
  { path: "sign_up_closed", type: "flag", about: "true: sign-up is closed. Guests are not affected." },
  {
    path: "require_email_verification",
    type: "flag",
    about: "true: users must verify their email before they sign in with a password.",
  },
  { path: "allow_anonymous_sign_in", type: "flag", about: "true: apps may create guests." },
  { path: "allow_email_codes", type: "flag", about: "true: users can sign in with a code by email." },
  { path: "passkeys.enabled", type: "flag", about: "true: users can sign in with passkeys." },
  {
    path: "passkeys.rp_id",
    type: "text",
    about: "Domain that passkeys belong to. After a change, the passkeys that users have stop working.",
  },
  {
    path: "passkeys.origins",
    type: "list",
    about: "Web origins whose pages may use the passkeys, besides https:// and the domain.",
  },
  {
    path: "mfa.policy",
    type: "text",
    about: "Who needs a second factor: off, optional (who has one), required, required_by_claim.",
  },
  {
    path: "mfa.claim",
    type: "text",
    about: "With required_by_claim: the custom claim that makes a second factor required.",
  },
  {
    path: "mfa.claim_values",
    type: "list",
    about: "Values of the claim that do. Empty: every value but false and null.",
  },
  {
    path: "guest_retention_days",
    type: "number",
    about: "Days without use after which a guest is deleted. 0: never.",
  },
  {
    path: "refresh_token_days",
    type: "number",
    about: "Days until a refresh token expires; each refresh restarts them.",
  },
  {
    path: "session_max_days",
    type: "number",
    about: "Days after which a session ends even if it is in use.",
  },
  {
    path: "max_sessions_per_user",
    type: "number",
    about: "Maximum sessions of a user; a new one ends the one idle longest. 0: no limit.",
  },
  {
    path: "security_notices_disabled",
    type: "flag",
    about: "true: no email after a password or a sign-in method was changed.",
  },
  {
    path: "new_device_notices",
    type: "flag",
    about: "true: users get an email after the first sign-in on a new device.",
  },
  {
    path: "event_retention_days",
    type: "number",
    about: "Days for which events and the audit log are kept.",
  },
  {
    path: "ip_retention_days",
    type: "number",
    about: "Days after which events and ended sessions lose IP address and user agent. 0: they keep them.",
  },
  {
    path: "ownerless_purchase_retention_days",
    type: "number",
    about: "Days for which ended purchases of deleted users are kept. 0: for ever.",
  },
  {
    path: "deletion_grace_days",
    type: "number",
    about:
      "Days between a user's request to delete the account and its deletion; signing in keeps it. 0: at once.",
  },
  {
    path: "ban_erased_users",
    type: "flag",
    about: "true: a user who is deleted while disabled cannot sign up again.",
  },
  { path: "password_policy.min_length", type: "number", about: "Minimum number of characters, 6 to 128." },
  { path: "password_policy.allow_common", type: "flag", about: "true: well-known passwords are accepted." },
  { path: "google.enabled", type: "flag", about: "true: users can sign in with Google." },
  {
    path: "google.web_client_id",
    type: "text",
    about: "Client id of the web application; mobile apps use it as their server client ID.",
  },
  { path: "google.ios_client_id", type: "text", about: "Client id of the iOS app." },
  { path: "google.android_client_id", type: "text", about: "Client id of the Android app." },
  {
    path: "google.allow_missing_nonce",
    type: "flag",
    about: "true: ID tokens without a nonce are accepted, which some older Google SDKs need.",
  },
  {
    path: "google.android_package",
    type: "text",
    about: "Package name of the Android app, such as com.example.app.",
  },
  {
    path: "google.android_sha1_fingerprints",
    type: "list",
    about: "SHA-1 of each certificate that signs the Android app, as Google's console asks for it.",
  },
  {
    path: "google.android_sha256_fingerprints",
    type: "list",
    about: "SHA-256 of the same certificates; served with the package name in /.well-known/assetlinks.json.",
  },
  { path: "apple.enabled", type: "flag", about: "true: users can sign in with Apple." },
  { path: "apple.bundle_id", type: "text", about: "Bundle id of the app." },
  { path: "apple.services_id", type: "text", about: "Services ID, for sign-in in a browser." },
  { path: "apple.team_id", type: "text", about: "Id of the developer team." },
  { path: "apple.key_id", type: "text", about: "Id of the sign-in key." },
  ...billingFields,
] as const satisfies readonly SettingField[];

export type SettingPath = (typeof settingFields)[number]["path"];

/** The same path in ProjectSettings: `google.web_client_id` is at `google`, `webClientId`. */
const keysOf = new Map(settingFields.map(({ path }) => [path, path.split(".").map(camelCase)] as const));

/** The values that are set, by path. */
export function valuesOf(settings: ProjectSettings | SettingsChanges): Map<SettingPath, SettingValue> {
  const values = new Map<SettingPath, SettingValue>();
  for (const [path, keys] of keysOf) {
    const value = valueAt(settings as FieldTree, keys);
    if (value !== undefined) values.set(path, value);
  }
  return values;
}

/** The inverse of `valuesOf`. Missing values have their defaults. */
export function settingsOf(values: ReadonlyMap<SettingPath, SettingValue>): ProjectSettings {
  const settings: FieldTree = structuredClone(defaultSettings);
  for (const [path, value] of values) putAt(settings, keysOf.get(path) ?? [], value);
  return settings as unknown as ProjectSettings;
}

export function isSameValue(a: SettingValue | undefined, b: SettingValue | undefined): boolean {
  return isDeepStrictEqual(a, b);
}
