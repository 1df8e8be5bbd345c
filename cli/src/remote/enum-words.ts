import { usageFailure } from "../failure.ts";

/** The words of the command line for the values of an enum: `grace-period` is SUBSCRIPTION_STATE_GRACE_PERIOD. */
export type EnumWords<V extends string> = Readonly<Record<string, V>>;

export const stateWords = {
  pending: "SUBSCRIPTION_STATE_PENDING",
  trialing: "SUBSCRIPTION_STATE_TRIALING",
  active: "SUBSCRIPTION_STATE_ACTIVE",
  canceled: "SUBSCRIPTION_STATE_CANCELED",
  "grace-period": "SUBSCRIPTION_STATE_GRACE_PERIOD",
  "on-hold": "SUBSCRIPTION_STATE_ON_HOLD",
  paused: "SUBSCRIPTION_STATE_PAUSED",
  expired: "SUBSCRIPTION_STATE_EXPIRED",
  revoked: "SUBSCRIPTION_STATE_REVOKED",
} as const;

export const purchaseStateWords = {
  pending: "PURCHASE_STATE_PENDING",
  paid: "PURCHASE_STATE_PAID",
  refunded: "PURCHASE_STATE_REFUNDED",
  canceled: "PURCHASE_STATE_CANCELED",
} as const;

export const kindWords = {
  lifetime: "PURCHASE_KIND_LIFETIME",
  consumable: "PURCHASE_KIND_CONSUMABLE",
  "non-renewing": "PURCHASE_KIND_NON_RENEWING",
} as const;

export const notificationWords = {
  waiting: "NOTIFICATION_STATUS_WAITING",
  processed: "NOTIFICATION_STATUS_PROCESSED",
  ignored: "NOTIFICATION_STATUS_IGNORED",
  failed: "NOTIFICATION_STATUS_FAILED",
} as const;

export const providerWords = { google: "OAUTH_PROVIDER_GOOGLE", apple: "OAUTH_PROVIDER_APPLE" } as const;

export const orderWords = {
  newest: "USER_ORDER_NEWEST",
  oldest: "USER_ORDER_OLDEST",
  email: "USER_ORDER_EMAIL",
  "last-sign-in": "USER_ORDER_LAST_SIGN_IN",
  "email-descending": "USER_ORDER_EMAIL_DESCENDING",
  "last-sign-in-oldest": "USER_ORDER_LAST_SIGN_IN_OLDEST",
} as const;

export const jobActionWords = {
  disable: "USER_JOB_ACTION_DISABLE",
  enable: "USER_JOB_ACTION_ENABLE",
  "revoke-sessions": "USER_JOB_ACTION_REVOKE_SESSIONS",
  delete: "USER_JOB_ACTION_DELETE",
} as const;

export const jobStateWords = {
  running: "USER_JOB_STATE_RUNNING",
  done: "USER_JOB_STATE_DONE",
  canceled: "USER_JOB_STATE_CANCELED",
  stopped: "USER_JOB_STATE_STOPPED",
} as const;

export const pushWords = { apns: "PUSH_PROVIDER_APNS", fcm: "PUSH_PROVIDER_FCM" } as const;

export const environmentWords = {
  sandbox: "PUSH_ENVIRONMENT_SANDBOX",
  production: "PUSH_ENVIRONMENT_PRODUCTION",
} as const;

/** The value that was typed for a flag or an argument; undefined when none was. */
export function enumValue<V extends string>(
  words: EnumWords<V>,
  typed: string | number | boolean | undefined,
  what: string,
): V | undefined {
  if (typed === undefined) return undefined;
  const value = Object.hasOwn(words, String(typed)) ? words[String(typed)] : undefined;
  if (value !== undefined) return value;
  const choices = Object.keys(words).join(", ");
  throw usageFailure(`${what} cannot be ${JSON.stringify(String(typed))}`, `it is one of ${choices}`);
}

/** A value in words. One that a newer server knows is shown as the server names it. */
export function wordOf(words: EnumWords<string>, value: string | undefined): string {
  if (value === undefined || /_UNSPECIFIED$/.test(value)) return "";
  return Object.keys(words).find((word) => words[word] === value) ?? value;
}
