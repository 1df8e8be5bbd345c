import { PurchaseKind, PurchaseState } from "@svc/proto/svc/billing/v1/subscription_pb";
import type { Tone } from "../../components/badge.tsx";
import { billing } from "../../strings/billing.ts";
import { purchases as text } from "../../strings/billing-purchases.ts";

/** In the order in which a form offers them. */
export const kinds = [PurchaseKind.LIFETIME, PurchaseKind.CONSUMABLE, PurchaseKind.NON_RENEWING] as const;

const KIND_KEYS: Partial<Record<PurchaseKind, keyof typeof text.kinds>> = {
  [PurchaseKind.LIFETIME]: "lifetime",
  [PurchaseKind.CONSUMABLE]: "consumable",
  [PurchaseKind.NON_RENEWING]: "non_renewing",
};

const STATES: Partial<Record<PurchaseState, { name: string; tone: Tone }>> = {
  [PurchaseState.PENDING]: { name: text.states.pending, tone: "warn" },
  [PurchaseState.PAID]: { name: text.states.paid, tone: "ok" },
  [PurchaseState.REFUNDED]: { name: text.states.refunded, tone: "danger" },
  [PurchaseState.CANCELED]: { name: text.states.canceled, tone: "neutral" },
};

/** `lifetime`; empty when the catalog does not know the product. */
export function kindKey(kind: PurchaseKind): string {
  return KIND_KEYS[kind] ?? "";
}

export function kindName(kind: PurchaseKind): string {
  const key = KIND_KEYS[kind];
  return key ? text.kinds[key] : billing.unknown;
}

export function purchaseState(state: PurchaseState): { name: string; tone: Tone } {
  return STATES[state] ?? { name: billing.unknown, tone: "neutral" };
}
