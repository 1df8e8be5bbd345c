import type { Millis, SubscriptionRow } from "../../storage/db.ts";
import type { BillingSettings } from "./billing-settings.ts";
import type { SubscriptionState } from "./snapshot.ts";

const WITH_ACCESS: ReadonlySet<string> = new Set<SubscriptionState>([
  "trialing",
  "active",
  "canceled",
  "grace_period",
]);

const OVER: ReadonlySet<string> = new Set<SubscriptionState>(["expired", "revoked"]);

/** Nothing comes after it but a new purchase, or a refund that is taken back. */
export function isOver({ state }: Pick<SubscriptionRow, "state">): boolean {
  return OVER.has(state);
}

/** Until when the subscription gives access, as far as is known; undefined when it gives none in any case. */
export function accessEnd(
  row: Pick<SubscriptionRow, "state" | "accessUntil" | "willRenew" | "supersededBy" | "environment">,
  { ignoreSandbox, renewalLeewayMinutes }: BillingSettings,
): Millis | undefined {
  if (!WITH_ACCESS.has(row.state) || row.supersededBy !== null) return undefined;
  if (ignoreSandbox && row.environment === "sandbox") return undefined;
  // A renewal is told a little later than it happens; nobody should be locked out meanwhile.
  return row.accessUntil + (row.willRenew === 1 ? renewalLeewayMinutes * 60_000 : 0);
}

export function givesAccess(row: SubscriptionRow, settings: BillingSettings, now: Millis): boolean {
  const end = accessEnd(row, settings);
  return end !== undefined && now < end;
}
