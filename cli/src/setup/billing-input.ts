import { readServiceAccount } from "@svc/server/credentials";
import { type CommandContext, type Flags, optionalText } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { readSecretFlag } from "../prompt.ts";
import { type AppleKeyFile, readAppleKeyFile } from "../remote/apple-key-file.ts";
import { readGivenFile } from "../remote/read-given-file.ts";
import type { ConnectKey } from "./app-store-connect.ts";
import type { Replacements } from "./billing-walk.ts";

const TEN = /^[A-Z\d]{10}$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const APP_ID = /^[a-z\d-]+(\.[a-z\d-]+)+$/i;
const PACKAGE = /^[a-z]\w*(\.[a-z]\w*)+$/i;
const REPLACEMENT = /^(price|trial|sale|grace)(:[\w.-]+)?@(app_store|play_store|stripe)$/;
const PATH_PART = /^[A-Za-z\d_-]{16,128}$/;

/** The key of a Google service account, and the file's text as it is stored. */
export type AccountFile = Readonly<{
  text: string;
  account: Readonly<{ clientEmail: string; privateKey: string; privateKeyId: string }>;
}>;

/** Texts are empty where the flag was not given. */
export type BillingInput = Readonly<{
  apple: Readonly<{
    bundleId: string;
    appAppleId: string;
    issuerId: string;
    keyId: string;
    purchaseKey: AppleKeyFile | undefined;
    notificationSecret: string;
    connect: ConnectKey | undefined;
  }>;
  google: Readonly<{
    packageName: string;
    cloudProject: string;
    topic: string;
    pushAccount: string;
    rtdnSecret: string;
    account: AccountFile | undefined;
  }>;
  stripe: Readonly<{ isWanted: boolean; secretKey: string }>;
  replace: Replacements;
}>;

/** Everything that the flags say, checked before any server is asked. */
export async function readBillingInput({ flags }: CommandContext): Promise<BillingInput> {
  const secrets = ["apple-notification-secret", "google-rtdn-secret", "stripe-secret-key"] as const;
  const piped = secrets.filter((name) => optionalText(flags, camel(name)) === "-");
  if (piped.length > 1) {
    throw usageFailure(
      `only one of ${piped.map((name) => `--${name}`).join(", ")} can read standard input`,
      "run the command again for the other: each run changes only what its flags name",
    );
  }
  const [notificationSecret, rtdnSecret, secretKey] = await Promise.all(
    secrets.map(async (name) => ((await readSecretFlag(flags, name)) ?? "").trim()),
  );
  requireMatch(
    "apple-notification-secret",
    notificationSecret ?? "",
    PATH_PART,
    "16 to 128 letters, digits, _ and -",
  );
  requireMatch("google-rtdn-secret", rtdnSecret ?? "", PATH_PART, "16 to 128 letters, digits, _ and -");
  return {
    apple: { ...readApple(flags), notificationSecret: notificationSecret ?? "" },
    google: { ...readGoogle(flags), rtdnSecret: rtdnSecret ?? "" },
    stripe: readStripe(flags, secretKey ?? ""),
    replace: readReplacements(flags),
  };
}

function readReplacements(flags: Flags): Replacements {
  const names = optionalText(flags, "replace").split(",");
  const given = names.map((name) => name.trim()).filter((name) => name !== "");
  for (const name of given) {
    requireMatch("replace", name, REPLACEMENT, "price:pro_monthly@app_store; the plan lists the names");
  }
  return new Set(given);
}

function readApple(flags: Flags): Omit<BillingInput["apple"], "notificationSecret"> {
  const text = (name: string) => optionalText(flags, name).trim();
  // The two are the same number: Apple calls it the app's Apple ID.
  const [appId, appleId] = [text("appleAppId"), text("appleAppAppleId")];
  if (appId !== "" && appleId !== "" && appId !== appleId) {
    throw usageFailure(
      "--apple-app-id and --apple-app-apple-id are different",
      "both are the number that App Store Connect calls Apple ID; one of them is enough",
    );
  }
  requireMatch("apple-app-id", appId || appleId, /^\d{1,20}$/, "1234567890");
  requireMatch("apple-bundle-id", text("appleBundleId"), APP_ID, "com.example.app");
  requireMatch("apple-iap-issuer-id", text("appleIapIssuerId"), UUID, "57246542-96fe-1a63-e053-0824d011072a");
  const file = text("appleIapP8");
  const purchaseKey = file === "" ? undefined : readAppleKeyFile(file, "apple-iap-p8");
  const keyId = text("appleIapKeyId") || (purchaseKey?.keyId ?? "");
  requireMatch("apple-iap-key-id", keyId, TEN, "ABC123DEFG");
  if (purchaseKey && keyId === "")
    throw usageFailure(
      "--apple-iap-p8 needs --apple-iap-key-id",
      "App Store Connect, Users and Access, Integrations, In-App Purchase shows it",
    );
  return {
    bundleId: text("appleBundleId"),
    appAppleId: appId || appleId,
    issuerId: text("appleIapIssuerId"),
    keyId,
    purchaseKey,
    connect: readConnectKey(flags),
  };
}

function readConnectKey(flags: Flags): ConnectKey | undefined {
  const text = (name: string) => optionalText(flags, name).trim();
  const hint = "--asc-p8 AuthKey_ABC123DEFG.p8 --asc-issuer-id 57246542-96fe-1a63-e053-0824d011072a";
  if (text("ascP8") === "") {
    if (text("ascKeyId") === "" && text("ascIssuerId") === "") return undefined;
    throw usageFailure("--asc-key-id and --asc-issuer-id belong to --asc-p8, which is missing", hint);
  }
  const { key, keyId: named } = readAppleKeyFile(text("ascP8"), "asc-p8");
  const [keyId, issuerId] = [text("ascKeyId") || named, text("ascIssuerId")];
  if (keyId === "") throw usageFailure("--asc-p8 needs --asc-key-id", hint);
  if (issuerId === "") throw usageFailure("--asc-p8 needs --asc-issuer-id", hint);
  requireMatch("asc-key-id", keyId, TEN, "ABC123DEFG");
  requireMatch("asc-issuer-id", issuerId, UUID, "57246542-96fe-1a63-e053-0824d011072a");
  return { key, keyId, issuerId };
}

function readGoogle(flags: Flags): Omit<BillingInput["google"], "rtdnSecret"> {
  const text = (name: string) => optionalText(flags, name).trim();
  requireMatch("google-package-name", text("googlePackageName"), PACKAGE, "com.example.app");
  requireMatch(
    "google-cloud-project",
    text("googleCloudProject"),
    /^[a-z][a-z\d-]{4,28}[a-z\d]$/,
    "acme-play-1234",
  );
  const named = text("googlePubsubTopic");
  const [, project = "", topic = named] = /^projects\/([^/]+)\/topics\/([^/]+)$/.exec(named) ?? [];
  requireMatch(
    "google-pubsub-topic",
    topic,
    /^[A-Za-z][\w.~+%-]{2,254}$/,
    "play-billing or projects/acme/topics/play-billing",
  );
  const cloudProject = text("googleCloudProject") || project;
  if (project !== "" && project !== cloudProject) {
    throw usageFailure(
      "--google-pubsub-topic is of another project than --google-cloud-project",
      "name the same one in both, or only the topic's last part",
    );
  }
  requireMatch(
    "google-pubsub-service-account",
    text("googlePubsubServiceAccount"),
    /^[^@\s]+@[^@\s]+$/,
    "push@acme.iam.gserviceaccount.com",
  );
  const file = text("googleServiceAccount");
  return {
    packageName: text("googlePackageName"),
    cloudProject,
    topic,
    pushAccount: text("googlePubsubServiceAccount"),
    account: file === "" ? undefined : readAccount(file),
  };
}

export function readAccount(file: string): AccountFile {
  const hint = "--google-service-account takes the JSON key of a service account as Google Cloud gave it out";
  const text = readGivenFile(file, hint).toString("utf8");
  const account = readServiceAccount(text);
  if (account === undefined) throw usageFailure(`${file} is not the key of a Google service account`, hint);
  return { text, account };
}

function readStripe(flags: Flags, secretKey: string): BillingInput["stripe"] {
  requireStripeKey(secretKey);
  return { isWanted: flags.stripe === true || secretKey !== "", secretKey };
}

export function requireStripeKey(key: string): void {
  requireMatch("stripe-secret-key", key, /^[sr]k_[A-Za-z\d_]{8,}$/, "sk_live_... or rk_live_...", true);
}

/** A secret is never shown. */
function requireMatch(
  flag: string,
  value: string,
  pattern: RegExp,
  example: string,
  isSecret = /secret/.test(flag),
): void {
  if (value === "" || pattern.test(value)) return;
  throw usageFailure(
    `--${flag} ${isSecret ? "" : `${value} `}does not look right`.replace("  ", " "),
    `it looks like ${example}`,
  );
}

function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
