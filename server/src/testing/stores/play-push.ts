import type { KeyObject } from "node:crypto";
import { randomInt } from "node:crypto";
import { type Claims, signRs256 } from "../token-issuer.ts";

export const PUSH_ACCOUNT = "play-push@svc-demo.iam.gserviceaccount.com";

/** One of the members that Play puts into a notification. */
export type PlayNotice = Readonly<{
  subscriptionNotification?: { version: string; notificationType: number; purchaseToken: string };
  voidedPurchaseNotification?: {
    purchaseToken: string;
    orderId: string;
    productType: number;
    refundType: number;
  };
  testNotification?: { version: string };
  oneTimeProductNotification?: {
    version: string;
    notificationType: number;
    purchaseToken: string;
    sku: string;
  };
}>;

export const subscriptionNotice = (notificationType: number, purchaseToken: string): PlayNotice => ({
  subscriptionNotification: { version: "1.0", notificationType, purchaseToken },
});

export const voidedNotice = (
  purchaseToken: string,
  orderId: string,
  refundType = 1,
  productType = 1,
): PlayNotice => ({
  voidedPurchaseNotification: { purchaseToken, orderId, productType, refundType },
});

/** 1: bought, 2: a purchase that was pending is canceled. */
export const oneTimeNotice = (notificationType: number, purchaseToken: string, sku: string): PlayNotice => ({
  oneTimeProductNotification: { version: "1.0", notificationType, purchaseToken, sku },
});

/** What Pub/Sub posts: Play's notification in base64, under an id that stays the same when it is sent again. */
export function envelopeOf(
  notice: PlayNotice,
  packageName: string,
  now: number,
  messageId = newMessageId(),
): string {
  const data = { version: "1.0", packageName, eventTimeMillis: String(now), ...notice };
  return JSON.stringify({
    message: {
      data: Buffer.from(JSON.stringify(data)).toString("base64"),
      messageId,
      message_id: messageId,
      publishTime: new Date(now).toISOString(),
      publish_time: new Date(now).toISOString(),
    },
    subscription: "projects/svc-demo/subscriptions/svc-play",
  });
}

export function newMessageId(): string {
  return String(randomInt(1e9, 2 ** 47));
}

/** The OIDC token with which Pub/Sub signs a push. */
export function pushClaims(audience: string, now: number, more: Claims = {}): Claims {
  const iat = Math.floor(now / 1000);
  return {
    iss: "https://accounts.google.com",
    aud: audience,
    azp: "113774264463038321964",
    sub: "113774264463038321964",
    email: PUSH_ACCOUNT,
    email_verified: true,
    iat,
    exp: iat + 3600,
    ...more,
  };
}

export function pushToken(key: KeyObject, kid: string, claims: Claims, header: Claims = {}): string {
  return signRs256({ alg: "RS256", typ: "JWT", kid, ...header }, claims, key);
}
