import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { NotificationStatus } from "@svc/proto/svc/admin/v1/billing_pb";
import { SubscriptionState } from "@svc/proto/svc/billing/v1/subscription_pb";
import type { Tone } from "../../components/badge.tsx";
import { notifications, billing as text } from "../../strings/billing.ts";
import { catalog } from "../../strings/billing-catalog.ts";
import { users } from "../../strings/users.ts";

export const stateFilters: Readonly<Record<string, SubscriptionState>> = {
  pending: SubscriptionState.PENDING,
  trialing: SubscriptionState.TRIALING,
  active: SubscriptionState.ACTIVE,
  canceled: SubscriptionState.CANCELED,
  grace_period: SubscriptionState.GRACE_PERIOD,
  on_hold: SubscriptionState.ON_HOLD,
  paused: SubscriptionState.PAUSED,
  expired: SubscriptionState.EXPIRED,
  revoked: SubscriptionState.REVOKED,
};

export function stateName(state: SubscriptionState): string {
  const names: Readonly<Record<string, string>> = text.states;
  const key = Object.keys(stateFilters).find((name) => stateFilters[name] === state);
  return (key && names[key]) ?? text.unknown;
}

export function stateTone(state: SubscriptionState): Tone {
  if (state === SubscriptionState.ACTIVE || state === SubscriptionState.TRIALING) return "ok";
  if (state === SubscriptionState.EXPIRED || state === SubscriptionState.PAUSED) return "neutral";
  if (state === SubscriptionState.ON_HOLD || state === SubscriptionState.REVOKED) return "danger";
  return "warn";
}

export const statusFilters: Readonly<Record<string, NotificationStatus>> = {
  waiting: NotificationStatus.WAITING,
  processed: NotificationStatus.PROCESSED,
  ignored: NotificationStatus.IGNORED,
  failed: NotificationStatus.FAILED,
};

export function statusName(status: NotificationStatus): string {
  const names: Readonly<Record<string, string>> = notifications.statuses;
  const key = Object.keys(statusFilters).find((name) => statusFilters[name] === status);
  return (key && names[key]) ?? text.unknown;
}

export function statusTone(status: NotificationStatus): Tone {
  if (status === NotificationStatus.PROCESSED) return "ok";
  if (status === NotificationStatus.FAILED) return "danger";
  return status === NotificationStatus.WAITING ? "warn" : "neutral";
}

/** "$9.99"; with the code where the browser has no sign for it. */
export function money(currency: string, amount: number): string {
  try {
    return new Intl.NumberFormat(undefined, { style: "currency", currency }).format(amount);
  } catch {
    return `${amount} ${currency}`;
  }
}

/** Empty when the price is unknown. */
export function priceOf({ priceMicros, currency }: { priceMicros: bigint; currency: string }): string {
  return priceMicros === 0n || currency === "" ? "" : money(currency, Number(priceMicros) / 1_000_000);
}

/** `P1M`: "month". */
export function lengthName(period: string): string {
  return catalog.lengths[period] ?? period;
}

/** `P1M`: "1 month". */
export function trialName(trial: string): string {
  const name = lengthName(trial);
  return /^\d/.test(name) ? name : catalog.one(name);
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export function dayOf(at: Timestamp | undefined): string {
  return at ? day.format(timestampDate(at)) : "";
}

export function momentOf(at: Timestamp | undefined): string {
  return at ? moment.format(timestampDate(at)) : "";
}

/** Whose purchase it is: the address, or else the name. */
export function ownerName(owned: { userEmail: string; userDisplayName: string; userId: string }): string {
  return owned.userEmail || owned.userDisplayName || `${users.guest} ${shortId(owned.userId)}`;
}

export function shortId(id: string): string {
  return id && `…${id.slice(-12)}`;
}
