import { decodeBase64url } from "../../../crypto/base64url.ts";
import type { Project } from "../../projects/project.ts";
import type { Environment } from "../environment.ts";
import type { NewNotification } from "../store-adapter.ts";
import { CONSUMPTION_OFF, CONSUMPTION_REQUEST } from "./consumption-request.ts";
import { isOneTime, purchaseKeyOf } from "./one-time.ts";
import type { SignedStatus } from "./read-status.ts";
import { readTransaction, type Transaction } from "./read-transaction.ts";
import {
  readEnvironment,
  readJson,
  type SignedClaims,
  untrusted,
  type VerifierApp,
  verifySigned,
} from "./verify-signed.ts";

/** Those that tell how a subscription or a one-time purchase stands. Every other type is stored and nothing is done. */
const HANDLED = new Set([
  "SUBSCRIBED",
  "ONE_TIME_CHARGE",
  "DID_RENEW",
  "DID_CHANGE_RENEWAL_PREF",
  "DID_CHANGE_RENEWAL_STATUS",
  "OFFER_REDEEMED",
  "DID_FAIL_TO_RENEW",
  "GRACE_PERIOD_EXPIRED",
  "EXPIRED",
  "PRICE_INCREASE",
  "PRICE_CHANGE",
  "REFUND",
  "REFUND_DECLINED",
  "REFUND_REVERSED",
  "REVOKE",
  "RENEWAL_EXTENDED",
  "METADATA_UPDATE",
  "MIGRATION",
]);

/** Where Apple writes whom a notification is about, by its kind. */
const PARTS = ["data", "summary", "externalPurchaseToken", "appData"] as const;

/** A notification as Apple sends it, or PURCHASE_INVALID when it is not Apple who sends it. */
export async function receiveAppStore(
  app: VerifierApp,
  project: Project,
  body: Buffer | string,
): Promise<NewNotification> {
  const { signedPayload } = readJson(Buffer.from(body), "body");
  if (typeof signedPayload !== "string") throw untrusted("a body without signedPayload");
  return readNotification(app, project, signedPayload);
}

/** `signedPayload` of a notification, version 2. */
export async function readNotification(
  app: VerifierApp,
  project: Project,
  signedPayload: string,
): Promise<NewNotification> {
  const claims = await verifySigned(app, signedPayload);
  const { notificationUUID, notificationType, subtype, signedDate } = claims;
  if (typeof notificationUUID !== "string" || !/^[\w-]{1,64}$/.test(notificationUUID)) {
    throw untrusted("no usable notificationUUID");
  }
  const type = typeof notificationType === "string" ? notificationType.slice(0, 64) : "";
  const part = PARTS.map((name) => recordOf(claims[name])).find((found) => found !== undefined);
  const facts = {
    notificationId: notificationUUID,
    environment: part ? environmentOf(part) : "production",
    type,
    subtype: typeof subtype === "string" ? subtype.slice(0, 64) : "",
    occurredAt: typeof signedDate === "number" ? signedDate : app.clock(),
  };
  const ignore = (why: string): NewNotification => ({
    ...facts,
    subjectKey: "",
    payload: "",
    ignoredBecause: why.slice(0, 200),
  });
  if (!part) return ignore("of a kind that is not known here");
  const otherApp = whyOtherApp(project, part, facts.environment);
  if (otherApp !== undefined) return ignore(otherApp);
  if (type === "TEST") return ignore("a test");
  const status = signedStatus(part);
  const isAnswered = project.settings.billing.answerConsumptionRequests;
  if (type === CONSUMPTION_REQUEST && !isAnswered) return ignore(CONSUMPTION_OFF);
  if (!(HANDLED.has(type) || type === CONSUMPTION_REQUEST) || !status)
    return ignore(`nothing to do for ${type}`);
  const transaction = decodeTransaction(status.signedTransactionInfo);
  const payload = JSON.stringify(status);
  if (isOneTime(transaction)) return { ...facts, subjectKey: purchaseKeyOf(transaction), payload };
  if (transaction.expiresDate === undefined) return ignore("about no purchase that is known here");
  return { ...facts, subjectKey: transaction.originalTransactionId, payload };
}

/** What `readNotification` kept. */
export function readPayload(payload: string): SignedStatus {
  const status = signedStatus(readJson(Buffer.from(payload), "stored payload"));
  if (!status) throw untrusted("a stored notification without a transaction");
  return status;
}

/** A number that is not set is not compared: no two apps of the store have one bundle id. */
function whyOtherApp(project: Project, part: SignedClaims, environment: string): string | undefined {
  const { bundleId, appAppleId } = project.settings.billing.appStore;
  if (bundleId === "" || part.bundleId !== bundleId) return `of the app ${JSON.stringify(part.bundleId)}`;
  if (environment !== "production" || appAppleId === "") return undefined; // the sandbox tells no number
  return String(part.appAppleId) === appAppleId ? undefined : `of the app ${JSON.stringify(part.appAppleId)}`;
}

/** Tokens of external purchases tell by their first word, everything else says it. */
function environmentOf({ environment, externalPurchaseId }: SignedClaims): Environment {
  if (typeof externalPurchaseId !== "string" || environment !== undefined)
    return readEnvironment(environment);
  return externalPurchaseId.startsWith("SANDBOX") ? "sandbox" : "production";
}

function signedStatus({
  status,
  signedTransactionInfo,
  signedRenewalInfo,
}: SignedClaims): SignedStatus | undefined {
  if (typeof signedTransactionInfo !== "string") return undefined;
  return {
    status: typeof status === "number" ? status : undefined,
    signedTransactionInfo,
    signedRenewalInfo: typeof signedRenewalInfo === "string" ? signedRenewalInfo : undefined,
  };
}

/** Apple signed the notification that it is in; it is verified itself when the notification is handled. */
function decodeTransaction(signed: string): Transaction {
  const payload = decodeBase64url(signed.split(".", 3)[1] ?? "");
  if (!payload) throw untrusted("a transaction that is not base64url");
  return readTransaction(readJson(payload, "transaction"));
}

function recordOf(value: unknown): SignedClaims | undefined {
  return typeof value === "object" && value !== null ? (value as SignedClaims) : undefined;
}
