import type { StoreStatus } from "@svc/proto/svc/admin/v1/billing_pb";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RelativeTime } from "../../components/relative-time.tsx";
import { stores as text } from "../../strings/billing.ts";
import { StoreBadge } from "./store-badge.tsx";
import { storeFilters, storeName } from "./store-names.ts";

/** The stores at a glance. */
export function StoreTiles(props: { project: string; stores: readonly StoreStatus[] }): ReactNode {
  return (
    <ul className="grid grid-cols-1 gap-3 md:grid-cols-3">
      {props.stores.map((status) => (
        <Tile key={status.store} project={props.project} status={status} />
      ))}
    </ul>
  );
}

function Tile({ project, status }: { project: string; status: StoreStatus }): ReactNode {
  const name = storeName(status.store);
  return (
    <li
      aria-label={text.statusOf(name)}
      className="space-y-2 rounded-xl border border-line bg-surface p-4 shadow-card"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold">{name}</h2>
        <StoreBadge status={status} />
      </div>
      <p className="text-xs text-muted">
        {text.lastNotification} <RelativeTime at={status.lastNotificationAt} />
      </p>
      <div className="flex gap-4 text-xs">
        <Count filter="waiting" label={text.waiting} project={project} status={status} />
        <Count filter="failed" label={text.failed} project={project} status={status} />
      </div>
    </li>
  );
}

/** Leads to those that are counted. */
function Count(props: {
  project: string;
  status: StoreStatus;
  filter: "waiting" | "failed";
  label: string;
}): ReactNode {
  const { project, status, filter, label } = props;
  const count = status[filter];
  const store = Object.keys(storeFilters).find((name) => storeFilters[name] === status.store) ?? "";
  const tone = count === 0 ? "text-muted" : filter === "failed" ? "text-danger-ink" : "text-warn-ink";
  return (
    <Link
      className={`underline-offset-2 hover:underline ${tone}`}
      params={{ project }}
      search={{ store, status: filter } as never}
      to="/p/$project/billing/notifications"
    >
      {label} <span className="font-semibold tabular-nums">{count.toLocaleString()}</span>
    </Link>
  );
}
