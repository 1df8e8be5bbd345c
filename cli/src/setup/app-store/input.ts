import type { AppStoreSettingsUpdateJson } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { type Flags, optionalText } from "../../command.ts";
import { usageFailure } from "../../failure.ts";
import { type AppleKeyFile, readAppleKeyFile } from "../../remote/apple-key-file.ts";
import type { ConnectKey } from "../app-store-connect.ts";
import { requireMatch, WEBHOOK_SECRET, WEBHOOK_SECRET_EXAMPLE } from "../require-match.ts";

const TEN = /^[A-Z\d]{10}$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const APP_ID = /^[a-z\d-]+(\.[a-z\d-]+)+$/i;

/** Texts are empty where the flag was not given. */
export type AppStoreInput = Readonly<{
  bundleId: string;
  appAppleId: string;
  issuerId: string;
  keyId: string;
  purchaseKey: AppleKeyFile | undefined;
  notificationSecret: string;
  connect: ConnectKey | undefined;
}>;

export function readAppStoreInput(flags: Flags, notificationSecret: string): AppStoreInput {
  requireMatch("apple-notification-secret", notificationSecret, WEBHOOK_SECRET, WEBHOOK_SECRET_EXAMPLE);
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
    notificationSecret,
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

export function appStoreSettingsOf(input: AppStoreInput): AppStoreSettingsUpdateJson {
  const { bundleId, appAppleId, issuerId, keyId, purchaseKey, notificationSecret } = input;
  return { bundleId, appAppleId, issuerId, keyId, privateKey: purchaseKey?.pem ?? "", notificationSecret };
}
