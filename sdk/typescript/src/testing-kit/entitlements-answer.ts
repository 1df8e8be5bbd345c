import type { ListEntitlementsResponseJson } from "@svc/proto/svc/billing/v1/billing_pb";

/** Granted without a purchase and for ever, as the server says it. */
export function entitlementsAnswer(ids: readonly string[]): ListEntitlementsResponseJson {
  const rest = {
    subscriptionId: "",
    purchaseId: "",
    store: "STORE_MANUAL",
    sandbox: false,
    willRenew: false,
  } as const;
  return { entitlements: ids.map((id) => ({ id, active: true, ...rest })) };
}
