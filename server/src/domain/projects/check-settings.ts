import { invalidRequest } from "../../errors.ts";
import { isLanguageTag, languageTags } from "../../wording/languages.ts";
import { canonicalEmail } from "../accounts/email.ts";
import { purchaseTransfers } from "../billing/billing-settings.ts";
import type { CatalogEntitlement, CatalogOneTimeProduct, CatalogTier } from "../billing/catalog.ts";
import { entitlementsProblem, tiersProblem, unknownEntitlement } from "../billing/check-catalog.ts";
import { oneTimeConflict, oneTimeProblem } from "../billing/check-one-time.ts";
import { storeFields, storeOptions } from "../billing/stores.ts";
import { senderNameProblem } from "../mail/sender-name.ts";
import { originProblem, schemeProblem } from "../oauth/redirect-target.ts";
import { passkeyOriginProblem, rpIdProblem } from "../passkeys/rp-id.ts";
import { type SettingPath, type SettingValue, settingsOf } from "./setting-fields.ts";
import { mfaPolicies, type ProjectSettings } from "./settings.ts";
import { between, checkId, checkPackage, type ValueCheck } from "./value-checks.ts";

const MAX_LIST = 50;
const languagesAre = `one of ${languageTags.join(", ")}`;

const billingChecks: Partial<Record<SettingPath, ValueCheck>> = {
  "billing.purchase_transfer": (value) =>
    purchaseTransfers.some((known) => known === value)
      ? undefined
      : `must be one of ${purchaseTransfers.join(", ")}`,
  "billing.renewal_leeway_minutes": between(0, 1440),
  ...Object.fromEntries(
    [...storeOptions, ...storeFields].flatMap((field) =>
      "check" in field ? [[field.path, field.check]] : [],
    ),
  ),
  "billing.entitlements": (value) => entitlementsProblem(value as unknown as CatalogEntitlement[]),
  "billing.tiers": (value) => tiersProblem(value as unknown as CatalogTier[]),
  "billing.one_time_products": (value) => oneTimeProblem(value as unknown as CatalogOneTimeProduct[]),
};

const checks: Partial<Record<SettingPath, ValueCheck>> = {
  timezone: checkTimezone,
  default_language: (value) => languageProblem(String(value)),
  languages: each(languageProblem),
  "sender.name": senderNameProblem,
  "sender.address": checkEmail,
  "sender.reply_to": checkEmail,
  redirect_schemes: each(schemeProblem),
  redirect_origins: each(originProblem),
  "passkeys.rp_id": (value) => (value === "" ? undefined : rpIdProblem(String(value))),
  "passkeys.origins": each(() => undefined), // each with the domain, below
  "mfa.policy": (value) =>
    mfaPolicies.some((known) => known === value) ? undefined : `must be one of ${mfaPolicies.join(", ")}`,
  "mfa.claim": (value) => (String(value).length <= 100 ? undefined : "must have at most 100 characters"),
  "mfa.claim_values": each((value) => (value.length <= 200 ? undefined : "has more than 200 characters")),
  guest_retention_days: between(0, 3650),
  refresh_token_days: between(1, 3650),
  session_max_days: between(1, 3650),
  max_sessions_per_user: between(0, 10_000),
  event_retention_days: between(1, 3650),
  ip_retention_days: between(0, 3650),
  ownerless_purchase_retention_days: between(0, 36_500),
  deletion_grace_days: between(0, 90),
  "password_policy.min_length": between(6, 128),
  "google.web_client_id": checkId,
  "google.ios_client_id": checkId,
  "google.android_client_id": checkId,
  "google.android_package": checkPackage,
  "google.android_sha1_fingerprints": each(fingerprintOf(20)),
  "google.android_sha256_fingerprints": each(fingerprintOf(32)),
  "apple.bundle_id": checkId,
  "apple.services_id": checkId,
  "apple.team_id": checkId,
  "apple.key_id": checkId,
  ...billingChecks,
};

type JointRule = { paths: readonly SettingPath[]; check: (settings: ProjectSettings) => string | undefined };

/** Rules about several settings. The error names the first of the paths. */
const jointRules: readonly JointRule[] = [
  {
    paths: ["session_max_days", "refresh_token_days"],
    check: ({ sessionMaxDays, refreshTokenDays }) =>
      sessionMaxDays < refreshTokenDays ? "must be at least refresh_token_days" : undefined,
  },
  {
    paths: ["passkeys.rp_id", "passkeys.enabled"],
    check: ({ passkeys }) =>
      passkeys.enabled && passkeys.rpId === ""
        ? "is required, because the server has other projects or no domain name. Choose a domain that only this project uses: on iOS, every app of a domain can use its passkeys"
        : undefined,
  },
  {
    paths: ["passkeys.origins", "passkeys.rp_id"],
    check: ({ passkeys: { origins, rpId } }) =>
      origins.map((origin) => passkeyOriginProblem(origin, rpId)).find((problem) => problem !== undefined),
  },
  {
    paths: ["mfa.claim", "mfa.policy"],
    check: ({ mfa }) =>
      mfa.policy === "required_by_claim" && mfa.claim === "" ? "is required by this policy" : undefined,
  },
  {
    // The audience of an ID token is one of these, never the Android client.
    paths: ["google.enabled", "google.web_client_id", "google.ios_client_id"],
    check: ({ google }) =>
      google.enabled && !google.webClientId && !google.iosClientId
        ? "needs web_client_id or ios_client_id"
        : undefined,
  },
  {
    paths: ["billing.tiers", "billing.entitlements"],
    check: ({ billing }) => unknownEntitlement(billing.entitlements, billing.tiers),
  },
  {
    paths: ["billing.one_time_products", "billing.tiers", "billing.entitlements"],
    check: ({ billing }) => oneTimeConflict(billing.entitlements, billing.tiers, billing.oneTimeProducts),
  },
  {
    paths: ["apple.enabled", "apple.bundle_id", "apple.services_id"],
    check: ({ apple }) =>
      apple.enabled && !apple.bundleId && !apple.servicesId ? "needs bundle_id or services_id" : undefined,
  },
];

/** Checks only the settings that change, so that old values that were valid when saved do not block an update. */
export function requireValidSettings(
  values: ReadonlyMap<SettingPath, SettingValue>,
  changed: ReadonlySet<SettingPath>,
): void {
  for (const path of changed) {
    const value = values.get(path);
    const problem = value === undefined ? undefined : checks[path]?.(value);
    if (problem !== undefined) throw invalidRequest(`settings.${path}`, problem);
  }
  const settings = settingsOf(values);
  for (const { paths, check } of jointRules) {
    const problem = paths.some((path) => changed.has(path)) ? check(settings) : undefined;
    if (problem !== undefined) throw invalidRequest(`settings.${paths[0]}`, problem);
  }
}

function each(check: (text: string) => string | undefined): ValueCheck {
  return (value) => {
    const list = value as readonly string[];
    if (list.length > MAX_LIST) return `must have at most ${MAX_LIST} entries`;
    if (new Set(list).size < list.length) return "must not contain the same entry twice";
    return list.map(check).find((problem) => problem !== undefined);
  };
}

function languageProblem(tag: string): string | undefined {
  return isLanguageTag(tag) ? undefined : `must be ${languagesAre}`;
}

function checkTimezone(value: SettingValue): string | undefined {
  const name = String(value);
  // Offsets such as +01:00 have no daylight saving time.
  if (/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name) && isTimezone(name)) return undefined;
  return "is not an IANA time zone (example: Europe/Berlin)";
}

/** In the canonical form only, so that two spellings of an address are never two addresses. */
function checkEmail(value: SettingValue): string | undefined {
  return value === "" || canonicalEmail(String(value)) === value
    ? undefined
    : "is not an email address in lower case (example: no-reply@example.com)";
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function fingerprintOf(bytes: number): (text: string) => string | undefined {
  const pattern = new RegExp(`^([0-9A-F]{2}:){${bytes - 1}}[0-9A-F]{2}$`);
  return (text) =>
    pattern.test(text)
      ? undefined
      : `must be ${bytes} pairs of uppercase hexadecimal digits, such as AB:CD:…`;
}
