import type { OwnedPurchase } from "@svc/proto/svc/admin/v1/billing_pb";
import type { OneTimePurchase } from "@svc/proto/svc/billing/v1/subscription_pb";
import { linkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Badge } from "../../components/badge.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { billing } from "../../strings/billing.ts";
import { purchases as text } from "../../strings/billing-purchases.ts";
import { dayOf, priceOf } from "./labels.ts";
import { OwnerLine, OwnerLink } from "./owner-link.tsx";
import { purchaseState } from "./purchase-labels.ts";
import { storeName } from "./store-names.ts";

/** A row whose purchase is there, as it always is. */
type Row = OwnedPurchase & { purchase: OneTimePurchase };

/** A click on a row says in the address which one is open. */
export function PurchaseTable(props: { project: string; purchases: readonly OwnedPurchase[] }): ReactNode {
  return (
    <DataTable
      columns={columnsOf(props.project)}
      keyOf={({ purchase }) => purchase.id}
      label={billing.purchases}
      linkOf={({ purchase }) =>
        linkOptions({
          to: ".",
          search: ((now: Record<string, string>) => ({ ...now, purchase: purchase.id })) as never,
          resetScroll: false,
        })
      }
      nameOf={({ purchase }) => purchase.storeProductId}
      rows={props.purchases.filter((one): one is Row => one.purchase !== undefined)}
    />
  );
}

function columnsOf(project: string): readonly Column<Row>[] {
  return [
    { header: text.productColumn, cell: (owned) => <ProductCell owned={owned} /> },
    {
      header: text.userColumn,
      isExtra: true,
      cell: (owned) => <OwnerLink nobody={text.nobody} owned={owned} project={project} />,
    },
    { header: text.stateColumn, cell: ({ purchase }) => <PurchaseBadge purchase={purchase} /> },
    {
      header: text.boughtColumn,
      isExtra: true,
      cell: ({ purchase }) => <span className="whitespace-nowrap">{dayOf(purchase.purchasedAt)}</span>,
    },
    {
      header: text.priceColumn,
      isExtra: true,
      isRightAligned: true,
      cell: ({ purchase }) => priceOf(purchase),
    },
  ];
}

function ProductCell({ owned }: { owned: Row }): ReactNode {
  const { productId, store, storeProductId, sandbox, quantity } = owned.purchase;
  return (
    <span className="block min-w-0 max-w-[18rem]">
      <span className="block truncate">
        {productId || <span className="font-normal text-muted">{text.unknownProduct}</span>}
        <span className="font-normal text-muted">
          {quantity > 1 && ` × ${quantity}`}
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

export function PurchaseBadge({ purchase: { state } }: { purchase: OneTimePurchase }): ReactNode {
  const { name, tone } = purchaseState(state);
  return <Badge tone={tone}>{name}</Badge>;
}
