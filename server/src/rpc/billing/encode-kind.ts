import { PurchaseKind } from "@svc/proto/svc/billing/v1/subscription_pb";

const KINDS: Readonly<Record<string, PurchaseKind>> = {
  "": PurchaseKind.UNSPECIFIED,
  lifetime: PurchaseKind.LIFETIME,
  consumable: PurchaseKind.CONSUMABLE,
  non_renewing: PurchaseKind.NON_RENEWING,
};

export function encodeKind(kind: string): PurchaseKind {
  return KINDS[kind] ?? PurchaseKind.UNSPECIFIED;
}

/** Empty when it is not given. */
export function kindNameOf(kind: PurchaseKind): string {
  return Object.keys(KINDS).find((name) => KINDS[name] === kind) ?? "unknown";
}
