import type { StoreStatus } from "@svc/proto/svc/admin/v1/billing_pb";
import type { ReactNode } from "react";
import { Badge } from "../../components/badge.tsx";
import { stores as text } from "../../strings/billing.ts";

/** One word for it: what was never begun is no failure. */
export function StoreBadge({ status }: { status: StoreStatus }): ReactNode {
  if (status.lastError !== "") return <Badge tone="danger">{text.failing}</Badge>;
  if (status.configured) return <Badge tone="ok">{text.ready}</Badge>;
  const isBegun = status.lastSuccessAt !== undefined || status.lastNotificationAt !== undefined;
  return <Badge tone={isBegun ? "warn" : "neutral"}>{isBegun ? text.incomplete : text.notSetUp}</Badge>;
}
