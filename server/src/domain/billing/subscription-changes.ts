import type { SubscriptionRow } from "../../storage/db.ts";
import { isOver } from "./access.ts";
import { namesOfItems } from "./add-ons.ts";

export type SubscriptionEvent =
  | "started"
  | "converted"
  | "canceled"
  | "uncanceled"
  | "renewed"
  | "billing_issue"
  | "on_hold"
  | "recovered"
  | "paused"
  | "resumed"
  | "expired"
  | "revoked"
  | "restored"
  | "product_changed"
  | "transferred";

type Stand = Pick<
  SubscriptionRow,
  | "state"
  | "isTrial"
  | "willRenew"
  | "periodStart"
  | "periodEnd"
  | "productId"
  | "planId"
  | "addOns"
  | "supersededBy"
>;

const PAID = new Set(["trialing", "active", "canceled"]);
const UNPAID = new Set(["grace_period", "on_hold"]);

/** What happened between two snapshots of a subscription, in the order in which it is told. */
export function changesBetween(before: Stand | undefined, after: Stand): SubscriptionEvent[] {
  // Whatever happens to it now says nothing about its owner: another one has taken its place.
  if (after.supersededBy !== null) return [];
  const changes = stateChanges(before, after);
  const isOther = before && namesOfItems(before) !== namesOfItems(after) && !isOver(after);
  return isOther ? [...changes, "product_changed"] : changes;
}

function stateChanges(before: Stand | undefined, after: Stand): SubscriptionEvent[] {
  if (before === undefined) return isOver(after) || after.state === "pending" ? [] : begun(after);
  if (after.state === "revoked") return before.state === "revoked" ? [] : ["revoked"];
  if (before.state === "revoked" && after.periodStart <= before.periodStart) return ["restored"];
  if (after.state === "expired") return before.state === "expired" ? [] : ["expired"];
  if (after.state === "pending") return [];
  if (isOver(before) || before.state === "pending") return begun(after);
  return lifeChanges(before, after);
}

function begun(after: Stand): SubscriptionEvent[] {
  const troubles = { canceled: "canceled", grace_period: "billing_issue" } as const;
  const also = troubles[after.state as keyof typeof troubles] ?? haltOf(undefined, after);
  return also ? ["started", also] : ["started"];
}

/** Between two states in which the subscription is neither over nor still to be paid. */
function lifeChanges(before: Stand, after: Stand): SubscriptionEvent[] {
  const halt = haltOf(before, after);
  if (halt) return [halt];
  if (after.state === "grace_period") return before.state === "grace_period" ? [] : ["billing_issue"];
  const changes: SubscriptionEvent[] = [];
  if (UNPAID.has(before.state)) changes.push("recovered");
  else if (before.state === "paused") changes.push("resumed");
  else if (before.isTrial === 1 && after.isTrial === 0) changes.push("converted");
  else if (PAID.has(before.state) && after.periodEnd > before.periodEnd) changes.push("renewed");
  if (before.state === "canceled" && after.state !== "canceled") changes.push("uncanceled");
  if (before.state !== "canceled" && after.state === "canceled") changes.push("canceled");
  return changes;
}

function haltOf(before: Stand | undefined, after: Stand): "on_hold" | "paused" | undefined {
  const isHalt = after.state === "on_hold" || after.state === "paused";
  return isHalt && before?.state !== after.state ? (after.state as "on_hold" | "paused") : undefined;
}
