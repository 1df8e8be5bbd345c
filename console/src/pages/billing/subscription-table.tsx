import type { OwnedSubscription } from "@svc/proto/svc/admin/v1/billing_pb";
import type { Subscription } from "@svc/proto/svc/billing/v1/subscription_pb";
import { linkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Badge } from "../../components/badge.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { billing, subscriptions as text } from "../../strings/billing.ts";
import { dayOf, priceOf, stateName, stateTone } from "./labels.ts";
import { OwnerLine, OwnerLink } from "./owner-link.tsx";
import { storeName } from "./store-names.ts";

/** A row whose subscription is there, as it always is. */
type Row = OwnedSubscription & { subscription: Subscription };

/** A click on a row says in the address which one is open. */
export function SubscriptionTable(props: {
  project: string;
  subscriptions: readonly OwnedSubscription[];
}): ReactNode {
  return (
    <DataTable
      columns={columnsOf(props.project)}
      keyOf={({ subscription }) => subscription.id}
      label={billing.subscriptions}
      linkOf={({ subscription }) =>
        linkOptions({
          to: ".",
          search: ((now: Record<string, string>) => ({ ...now, subscription: subscription.id })) as never,
          resetScroll: false,
        })
      }
      nameOf={({ subscription }) => subscription.storeProductId}
      rows={props.subscriptions.filter((one): one is Row => one.subscription !== undefined)}
    />
  );
}

function columnsOf(project: string): readonly Column<Row>[] {
  return [
    { header: text.productColumn, cell: (owned) => <ProductCell owned={owned} /> },
    {
      header: text.userColumn,
      isExtra: true,
      cell: (owned) => (
        <OwnerLink
          nobody={owned.ownerDeletedAt ? text.ownerDeleted : text.nobody}
          owned={owned}
          project={project}
        />
      ),
    },
    { header: text.stateColumn, cell: ({ subscription }) => <StateBadge subscription={subscription} /> },
    {
      header: text.untilColumn,
      isExtra: true,
      cell: ({ subscription }) => (
        <span className="whitespace-nowrap">{dayOf(subscription.accessUntil)}</span>
      ),
    },
    {
      header: text.priceColumn,
      isExtra: true,
      isRightAligned: true,
      cell: ({ subscription }) => priceOf(subscription),
    },
    {
      header: text.changedColumn,
      isExtra: true,
      cell: ({ snapshotAt }) => <RelativeTime at={snapshotAt} />,
    },
  ];
}

function ProductCell({ owned }: { owned: Row }): ReactNode {
  const { tierId, store, storeProductId, sandbox } = owned.subscription;
  return (
    <span className="block min-w-0 max-w-[18rem]">
      <span className="block truncate">
        {tierId || <span className="font-normal text-muted">{text.unknownProduct}</span>}
        <span className="font-normal text-muted">
          {" · "}
          {storeName(store)}
          {sandbox && ` ${billing.sandbox.toLowerCase()}`}
        </span>
      </span>
      <span className="block truncate font-mono text-xs font-normal text-muted">{storeProductId}</span>
      <OwnerLine owned={owned} />
    </span>
  );
}

export function StateBadge({ subscription: { state } }: { subscription: Subscription }): ReactNode {
  return <Badge tone={stateTone(state)}>{stateName(state)}</Badge>;
}
