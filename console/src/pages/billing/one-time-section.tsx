import type { StoreProduct } from "@svc/proto/svc/admin/v1/billing_pb";
import type { BillingSettings, CatalogOneTimeProduct } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Card } from "../../components/page.tsx";
import { oneTimeCatalog as text } from "../../strings/billing-purchases.ts";
import { useSaveBilling } from "./billing-form.ts";
import { currencyOf } from "./catalog-values.ts";
import { money } from "./labels.ts";
import { draftOfOneTime, oneTimeProductOf, oneTimeValues } from "./one-time-values.ts";
import { kindName } from "./purchase-labels.ts";
import { storeName } from "./store-names.ts";
import { useEditedEntry } from "./use-edited-entry.ts";

/** Loaded when somebody edits a product. */
const OneTimeForm = lazy(async () => ({ default: (await import("./one-time-form.tsx")).OneTimeForm }));

/** What users can buy once: a list, and a form for one of them. */
export function OneTimeSection(props: {
  settings: BillingSettings;
  storeProducts: readonly StoreProduct[];
}): ReactNode {
  const { entitlements, tiers, oneTimeProducts: products } = props.settings;
  const { edited, opened, edit } = useEditedEntry(products, draftOfOneTime);
  const common = { entitlements, currency: currencyOf(tiers), onClose: () => edit(undefined) };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-base font-semibold">{text.title}</h2>
          <p className="text-xs text-muted">{text.text}</p>
        </div>
        <Button needs="administrator" disabled={edited !== undefined} icon="plus" onClick={() => edit("")}>
          {text.add}
        </Button>
      </div>
      {products.map((product) =>
        product.id === edited && opened ? (
          <Suspense key={product.id}>
            <OneTimeForm {...common} product={product} />
          </Suspense>
        ) : (
          <ProductCard
            isLocked={edited !== undefined}
            key={product.id}
            onEdit={() => edit(product.id)}
            product={product}
            products={products}
            sold={props.storeProducts.filter(({ oneTime, productId }) => oneTime && productId === product.id)}
          />
        ),
      )}
      {edited !== undefined && !products.some(({ id }) => id === edited) && (
        <Suspense>
          <OneTimeForm {...common} {...(opened && { product: opened })} />
        </Suspense>
      )}
      {products.length === 0 && edited === undefined && (
        <Card isFlush>
          <EmptyState icon="card" title={text.none}>
            {text.noneText}
          </EmptyState>
        </Card>
      )}
    </>
  );
}

function ProductCard(props: {
  product: CatalogOneTimeProduct;
  products: readonly CatalogOneTimeProduct[];
  sold: readonly StoreProduct[];
  isLocked: boolean;
  onEdit: () => void;
}): ReactNode {
  const { product, sold, isLocked } = props;
  const name = product.name || product.id;
  return (
    <Card
      actions={
        <div className="flex gap-2">
          <RemoveProduct isLocked={isLocked} product={product} products={props.products} />
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
      description={<Summary product={product} />}
      title={name}
    >
      <ul className="space-y-0.5 text-xs">
        {sold.length === 0 && <li className="text-muted">{text.noStores}</li>}
        {sold.map(({ store, storeProductId, storePlanId }) => (
          <li key={store}>
            <span className="text-muted">{storeName(store)}</span>{" "}
            <code className="font-mono break-all">
              {[storeProductId, storePlanId].filter(Boolean).join(" · ")}
            </code>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Summary({ product }: { product: CatalogOneTimeProduct }): ReactNode {
  const { id, kind, price, entitlements, retired } = product;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-1.5">
      <code className="font-mono">{id}</code> · {kindName(kind)} ·{" "}
      {money(price?.currency ?? "", Number(price?.amount))}
      {retired && <Badge tone="warn">{text.retired}</Badge>}
      {entitlements.length > 0 && `· ${text.gives}`}
      {entitlements.map((one) => (
        <Badge key={one} tone="accent">
          {one}
        </Badge>
      ))}
    </span>
  );
}

function RemoveProduct(props: {
  product: CatalogOneTimeProduct;
  products: readonly CatalogOneTimeProduct[];
  isLocked: boolean;
}): ReactNode {
  const { product, products } = props;
  const [isAsking, setAsking] = useState(false);
  const name = product.name || product.id;
  const { saveNow, isSaving, failure, reset } = useSaveBilling(text.removed(name));
  const rest = products.filter(({ id }) => id !== product.id);
  const go = async (): Promise<void> => {
    const values = rest.map((one) => oneTimeProductOf(oneTimeValues(one)));
    if (await saveNow({ oneTimeProducts: { values } })) setAsking(false);
  };
  return (
    <>
      <Button
        needs="administrator"
        aria-label={text.removeOf(name)}
        disabled={props.isLocked}
        variant="ghost"
        onClick={() => setAsking(true)}
      >
        {text.remove}
      </Button>
      <ConfirmDialog
        action={text.remove}
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
        typed={product.id}
      />
    </>
  );
}
