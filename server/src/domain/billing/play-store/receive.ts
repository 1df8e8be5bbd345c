/// <reference lib="esnext.temporal" />
import type { App } from "../../../app.ts";
import type { Millis } from "../../../storage/db.ts";
import { REVOKED, VOIDED } from "../../../storage/play-revocations.ts";
import { UntrustedToken } from "../../oauth/verify-provider-jwt.ts";
import type { Project } from "../../projects/project.ts";
import type { NewNotification } from "../store-adapter.ts";
import { isPurchaseToken } from "./purchase-token.ts";
import { requirePushOfGoogle } from "./push-token.ts";
import { invalid } from "./read-purchase.ts";
import { voidedPayload } from "./revocations.ts";

type ReceiveApp = Pick<App, "baseUrl" | "clock" | "db" | "secretBox" | "stores">;
type Members = Readonly<Record<string, unknown>>;
type Told = Pick<NewNotification, "type" | "subtype" | "subjectKey" | "payload" | "ignoredBecause">;

/** Google's numbers. One that is not here is handled all the same: it says that something changed. */
const TYPES: Readonly<Record<number, string>> = {
  1: "SUBSCRIPTION_RECOVERED",
  2: "SUBSCRIPTION_RENEWED",
  3: "SUBSCRIPTION_CANCELED",
  4: "SUBSCRIPTION_PURCHASED",
  5: "SUBSCRIPTION_ON_HOLD",
  6: "SUBSCRIPTION_IN_GRACE_PERIOD",
  7: "SUBSCRIPTION_RESTARTED",
  8: "SUBSCRIPTION_PRICE_CHANGE_CONFIRMED",
  9: "SUBSCRIPTION_DEFERRED",
  10: "SUBSCRIPTION_PAUSED",
  11: "SUBSCRIPTION_PAUSE_SCHEDULE_CHANGED",
  12: REVOKED,
  13: "SUBSCRIPTION_EXPIRED",
  17: "SUBSCRIPTION_ITEMS_CHANGED",
  18: "SUBSCRIPTION_CANCELLATION_SCHEDULED",
  19: "SUBSCRIPTION_PRICE_CHANGE_UPDATED",
  20: "SUBSCRIPTION_PENDING_PURCHASE_CANCELED",
  22: "SUBSCRIPTION_PRICE_STEP_UP_CONSENT_UPDATED",
};

const ONE_TIME_TYPES: Readonly<Record<number, string>> = {
  1: "ONE_TIME_PRODUCT_PURCHASED",
  2: "ONE_TIME_PRODUCT_CANCELED",
};

const SUBSCRIPTION_PRODUCT = 1;
const ONE_TIME_PRODUCT = 2;
const FULL_REFUND = 1;

/** A push of Google's Pub/Sub. PURCHASE_INVALID when it is not genuine. */
export async function receivePlayStore(
  app: ReceiveApp,
  project: Project,
  authorization: string | undefined,
  body: Buffer | string,
): Promise<NewNotification> {
  try {
    await requirePushOfGoogle(app, project, authorization);
    return readPush(app.clock(), project, body);
  } catch (error) {
    if (error instanceof UntrustedToken) throw invalid(`push: ${error.message}`);
    throw error;
  }
}

function readPush(now: Millis, project: Project, body: Buffer | string): NewNotification {
  const { messageId, data, publishTime } = membersOf(parse(body.toString()).message);
  if (typeof messageId !== "string" || !/^[\x21-\x7e]{1,255}$/.test(messageId)) {
    throw new UntrustedToken("a push without a message id");
  }
  const about = { notificationId: messageId, environment: "production" };
  const notice = dataOf(data);
  const told =
    notice === undefined ? ignored("UNKNOWN", "not a notification of Play's") : read(project, notice);
  return { ...about, ...told, occurredAt: timeOf(now, notice?.eventTimeMillis, publishTime) };
}

function read(project: Project, notice: Members): Told {
  const { packageName, subscriptionNotification, voidedPurchaseNotification, testNotification } = notice;
  const { oneTimeProductNotification } = notice;
  if (packageName !== project.settings.billing.playStore.packageName) {
    const name = typeof packageName === "string" ? packageName.slice(0, 200) : "no app";
    return ignored("OTHER_APP", `about the app ${name}`);
  }
  if (subscriptionNotification !== undefined) return readSubscription(membersOf(subscriptionNotification));
  if (oneTimeProductNotification !== undefined) return readOneTime(membersOf(oneTimeProductNotification));
  if (voidedPurchaseNotification !== undefined) return readVoided(membersOf(voidedPurchaseNotification));
  if (testNotification !== undefined) return ignored("TEST", "a test, as sent from the Play Console");
  const [other] = Object.keys(notice).filter((key) => /^\w{1,60}Notification$/.test(key));
  return ignored(other ?? "UNKNOWN", "not about a purchase");
}

function readSubscription({ notificationType, purchaseToken }: Members): Told {
  const number = Number(notificationType);
  const type =
    TYPES[number] ?? `SUBSCRIPTION_NOTIFICATION_${Number.isSafeInteger(number) ? number : "UNKNOWN"}`;
  if (!isPurchaseToken(purchaseToken)) return ignored(type, "without a usable purchase token");
  return { type, subtype: "", subjectKey: purchaseToken, payload: "{}" };
}

function readOneTime({ notificationType, purchaseToken }: Members): Told {
  const number = Number(notificationType);
  const type =
    ONE_TIME_TYPES[number] ?? `ONE_TIME_PRODUCT_${Number.isSafeInteger(number) ? number : "UNKNOWN"}`;
  if (!isPurchaseToken(purchaseToken)) return ignored(type, "without a usable purchase token");
  return { type, subtype: "", subjectKey: purchaseToken, payload: "{}" };
}

function readVoided({ purchaseToken, orderId, productType, refundType }: Members): Told {
  if (productType !== SUBSCRIPTION_PRODUCT && productType !== ONE_TIME_PRODUCT)
    return ignored(VOIDED, "not about a product that is known here");
  if (!isPurchaseToken(purchaseToken) || typeof orderId !== "string" || orderId === "") {
    return ignored(VOIDED, "without a usable purchase token and order");
  }
  if (refundType !== FULL_REFUND) return ignored(VOIDED, "a part of the price was refunded: access stays");
  const payload = voidedPayload(orderId, productType === ONE_TIME_PRODUCT);
  return { type: VOIDED, subtype: "FULL_REFUND", subjectKey: purchaseToken, payload };
}

function ignored(type: string, why: string): Told {
  return { type, subtype: "", subjectKey: "", payload: "{}", ignoredBecause: why };
}

/** When it happened, or else when it was published; never in the future. */
function timeOf(now: Millis, eventTimeMillis: unknown, publishTime: unknown): Millis {
  const eventTime = Number(eventTimeMillis);
  if (Number.isSafeInteger(eventTime) && eventTime > 0) return Math.min(eventTime, now);
  try {
    return Math.min(Temporal.Instant.from(String(publishTime)).epochMilliseconds, now);
  } catch {
    return now;
  }
}

function dataOf(data: unknown): Members | undefined {
  if (typeof data !== "string") return undefined;
  try {
    return parse(Buffer.from(data, "base64").toString("utf8"));
  } catch {
    return undefined;
  }
}

function parse(text: string): Members {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  } catch {
    // Said below.
  }
  throw new UntrustedToken("the body is not a JSON object");
}

function membersOf(value: unknown): Members {
  return Object(value) as Record<string, unknown>;
}
