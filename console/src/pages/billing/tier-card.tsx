import type { CatalogImpact, StoreProduct } from "@svc/proto/svc/admin/v1/billing_pb";
import type { CatalogProduct, CatalogTier } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { type ReactNode, useState } from "react";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Card } from "../../components/page.tsx";
import { catalog as text } from "../../strings/billing-catalog.ts";
import { useImpacts, useSaveBilling } from "./billing-form.ts";
import { tierOf, valuesOf } from "./catalog-values.ts";
import { ImpactList } from "./impact-list.tsx";
import { lengthName, money, trialName } from "./labels.ts";
import { storeName } from "./store-names.ts";

/** A tier to read: what it unlocks, and the ways to buy it. */
export function TierCard(props: {
  tier: CatalogTier;
  tiers: readonly CatalogTier[];
  storeProducts: readonly StoreProduct[];
  /** Another one is being edited. */
  isLocked: boolean;
  onEdit: () => void;
}): ReactNode {
  const { tier, storeProducts, isLocked } = props;
  const name = tier.name || tier.id;
  return (
    <Card
      actions={
        <div className="flex gap-2">
          <RemoveTier isLocked={isLocked} tier={tier} tiers={props.tiers} />
          <Button
            needs="administrator"
            aria-label={text.editOf(name)}
            disabled={isLocked}
            onClick={props.onEdit}
          >
            {text.edit}
          </Button>
        </div>
      }
      description={<Summary tier={tier} />}
      isFlush
      title={name}
    >
      {tier.products.length === 0 ? (
        <p className="p-4 text-muted">{text.noProducts}</p>
      ) : (
        <DataTable
          columns={columnsOf(storeProducts)}
          keyOf={({ id }) => id}
          label={name}
          nameOf={({ id }) => id}
          rows={tier.products}
        />
      )}
    </Card>
  );
}

function Summary({ tier: { id, rank, entitlements } }: { tier: CatalogTier }): ReactNode {
  return (
    <span className="mt-1 flex flex-wrap items-center gap-1.5">
      <code className="font-mono">{id}</code> · {text.rank} {rank} · {text.gives}
      {entitlements.length === 0 && ` ${text.givesNothing}`}
      {entitlements.map((one) => (
        <Badge key={one} tone="accent">
          {one}
        </Badge>
      ))}
    </span>
  );
}

function columnsOf(sold: readonly StoreProduct[]): readonly Column<CatalogProduct>[] {
  return [
    {
      header: text.productColumn,
      cell: ({ id, retired }) => (
        <span className="flex flex-wrap items-center gap-1.5">
          <span className="truncate font-mono text-xs font-medium">{id}</span>
          {retired && <Badge>{text.retired}</Badge>}
        </span>
      ),
    },
    { header: text.periodColumn, cell: ({ period }) => lengthName(period) },
    {
      header: text.priceColumn,
      isRightAligned: true,
      cell: ({ price }) => money(price?.currency ?? "", Number(price?.amount)),
    },
    {
      header: text.trialColumn,
      isExtra: true,
      cell: ({ trial }) => (trial === "" ? <span className="text-muted">–</span> : trialName(trial)),
    },
    {
      header: text.storesColumn,
      isExtra: true,
      cell: ({ id }) => <StoreIds sold={sold.filter(({ productId }) => productId === id)} />,
    },
  ];
}

function StoreIds({ sold }: { sold: readonly StoreProduct[] }): ReactNode {
  if (sold.length === 0) return <span className="text-xs text-muted">{text.noStores}</span>;
  return (
    <ul className="space-y-0.5 text-xs">
      {sold.map(({ store, storeProductId, storePlanId }) => (
        <li key={store}>
          <span className="text-muted">{storeName(store)}</span>{" "}
          <code className="font-mono break-all">
            {[storeProductId, storePlanId].filter(Boolean).join(" · ")}
          </code>
        </li>
      ))}
    </ul>
  );
}

function RemoveTier(props: {
  tier: CatalogTier;
  tiers: readonly CatalogTier[];
  isLocked: boolean;
}): ReactNode {
  const { tier, tiers } = props;
  const [isAsking, setAsking] = useState(false);
  const name = tier.name || tier.id;
  const { saveNow, isSaving, failure, reset } = useSaveBilling(text.removed(name));
  const impacts = useImpacts();
  const [affected, setAffected] = useState<CatalogImpact[]>([]);
  const rest = tiers.filter(({ id }) => id !== tier.id);
  const change = { tiers: { values: rest.map((one) => tierOf(valuesOf(one))) } };
  const open = async (): Promise<void> => {
    setAffected(await impacts.ask(change));
    setAsking(true);
  };
  const go = async (): Promise<void> => {
    if (await saveNow(change)) setAsking(false);
  };
  return (
    <>
      <Button
        needs="administrator"
        aria-label={text.removeTierOf(name)}
        disabled={props.isLocked}
        isBusy={impacts.isAsking}
        variant="ghost"
        onClick={() => void open()}
      >
        {text.removeTier}
      </Button>
      <ConfirmDialog
        action={text.removeTier}
        description={text.removeText}
        failure={failure}
        isBusy={isSaving}
        isOpen={isAsking}
        onClose={() => {
          setAsking(false);
          reset();
        }}
        onConfirm={() => void go()}
        title={text.removeTitle(name)}
        typed={tier.id}
      >
        {affected.length > 0 && <ImpactList impacts={affected} />}
      </ConfirmDialog>
    </>
  );
}
