import { invalidRequest } from "../../errors.ts";
import { purchaseTransfers } from "../billing/billing-settings.ts";
import type { CatalogEntitlement, CatalogOneTimeProduct, CatalogTier } from "../billing/catalog.ts";
import { entitlementsProblem, tiersProblem, unknownEntitlement } from "../billing/check-catalog.ts";
import { oneTimeConflict, oneTimeProblem } from "../billing/check-one-time.ts";
import { originProblem, schemeProblem } from "../oauth/redirect-target.ts";
import { type SettingPath, type SettingValue, settingsOf } from "./setting-fields.ts";
import type { ProjectSettings } from "./settings.ts";

/** What is wrong with a value, for people, or undefined. */
type Check = (value: SettingValue) => string | undefined;

const MAX_LIST = 50;

const billingChecks: Partial<Record<SettingPath, Check>> = {
  "billing.purchase_transfer": (value) =>
    purchaseTransfers.some((known) => known === value)
      ? undefined
      : `must be one of ${purchaseTransfers.join(", ")}`,
  "billing.stripe_grace_days": between(0, 28),
  "billing.renewal_leeway_minutes": between(0, 1440),
  "billing.app_store.bundle_id": checkId,
  "billing.app_store.app_apple_id": (value) =>
    /^\d{0,20}$/.test(String(value)) ? undefined : "must be a number, such as 1234567890",
  "billing.app_store.issuer_id": checkId,
  "billing.app_store.key_id": checkId,
  "billing.play_store.package_name": checkPackage,
  "billing.play_store.cloud_project": checkId,
  "billing.play_store.pubsub_topic": (value) =>
    /^(projects\/[a-z][a-z0-9-]{4,28}[a-z0-9]\/topics\/[A-Za-z][\w.~+%-]{2,254})?$/.test(String(value))
      ? undefined
      : "must look like projects/my-project/topics/my-topic",
  "billing.play_store.pubsub_service_account": checkId,
  "billing.stripe.portal_configuration_id": checkId,
  "billing.stripe.webhook_endpoint_id": checkId,
  "billing.entitlements": (value) => entitlementsProblem(value as unknown as CatalogEntitlement[]),
  "billing.tiers": (value) => tiersProblem(value as unknown as CatalogTier[]),
  "billing.one_time_products": (value) => oneTimeProblem(value as unknown as CatalogOneTimeProduct[]),
};

const checks: Partial<Record<SettingPath, Check>> = {
  timezone: checkTimezone,
  redirect_schemes: each(schemeProblem),
  redirect_origins: each(originProblem),
  guest_retention_days: between(0, 3650),
  refresh_token_days: between(1, 3650),
  session_max_days: between(1, 3650),
  max_sessions_per_user: between(0, 10_000),
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

function between(least: number, most: number): Check {
  return (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= least && value <= most
      ? undefined
      : `must be a whole number from ${least} to ${most}`;
}

function each(check: (text: string) => string | undefined): Check {
  return (value) => {
    const list = value as readonly string[];
    if (list.length > MAX_LIST) return `must have at most ${MAX_LIST} entries`;
    if (new Set(list).size < list.length) return "must not name the same entry twice";
    return list.map(check).find((problem) => problem !== undefined);
  };
}

function checkTimezone(value: SettingValue): string | undefined {
  const name = String(value);
  // Offsets such as +01:00 have no daylight saving time.
  if (/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name) && isTimezone(name)) return undefined;
  return "is no IANA time zone such as Europe/Berlin";
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The rules of Android's build tools. */
function checkPackage(value: SettingValue): string | undefined {
  return /^([a-z]\w*(\.[a-z]\w*)+)?$/i.test(String(value)) && String(value).length <= 255
    ? undefined
    : "is no package name such as com.example.app";
}

function fingerprintOf(bytes: number): (text: string) => string | undefined {
  const pattern = new RegExp(`^([0-9A-F]{2}:){${bytes - 1}}[0-9A-F]{2}$`);
  return (text) =>
    pattern.test(text) ? undefined : `must be ${bytes} pairs of capital hexadecimal digits, such as AB:CD:…`;
}

function checkId(value: SettingValue): string | undefined {
  return /^[\x21-\x7e]{0,255}$/.test(String(value))
    ? undefined
    : "must be at most 255 printable characters without spaces";
}
