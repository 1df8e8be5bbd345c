import type { CatalogEntitlement, CatalogTier } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { type ReactNode, useId } from "react";
import { cardOf } from "../../app/versioned-form.ts";
import { Button } from "../../components/button.tsx";
import { NumberField, TextField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { catalog as text } from "../../strings/billing-catalog.ts";
import { useBillingForm } from "./billing-form.ts";
import { type ProblemAt, problemsIn, withoutShownProblem } from "./catalog-problems.ts";
import {
  currencyOf,
  newProduct,
  newTier,
  type ProductValues,
  type TierValues,
  tierOf,
  valuesOf,
} from "./catalog-values.ts";
import { useConfirmedImpacts } from "./confirm-impacts.tsx";
import { ProductFields, productStoreFields } from "./product-fields.tsx";

const LABELS = { name: text.name, rank: text.rank, entitlements: text.gives, products: text.products };

/** A tier to write, with its products. The others of the list stay as they are. */
export function TierForm(props: {
  /** A new one when it is absent. */
  tier?: CatalogTier;
  tiers: readonly CatalogTier[];
  entitlements: readonly CatalogEntitlement[];
  onClose: () => void;
}): ReactNode {
  const { tier, tiers, onClose } = props;
  const form = useBillingForm(({ tiers }) => valuesIn(tiers, tier), {
    form: draftOfTier(tier?.id ?? ""),
    labels: LABELS,
  });
  const { values, change } = form;
  const problemAt = problemsIn(form.failure, "tiers");
  const impacts = useConfirmedImpacts();
  const submit = async (): Promise<void> => {
    const isSaved = await form.save(({ values, data }) => {
      const all = data.settings?.tiers ?? [];
      const others = all.map((one) => (one.id === tier?.id ? tierOf(values) : tierOf(valuesOf(one))));
      const isThere = all.some(({ id }) => id === tier?.id);
      return impacts.confirm({ tiers: { values: isThere ? others : [...others, tierOf(values)] } });
    });
    if (isSaved) onClose();
  };
  return (
    <FormCard
      {...cardOf(form)}
      actions={
        !form.isDirty && (
          <Button variant="ghost" onClick={onClose}>
            {text.cancel}
          </Button>
        )
      }
      failure={withoutShownProblem(form.failure, isProblemShown(values, problemAt))}
      onSave={() => void submit()}
      title={tier ? text.editOf(tier.name || tier.id) : text.newTier}
    >
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          disabled={tier !== undefined}
          hint={tier ? text.fixedId : text.idHint}
          label={text.id}
          onChange={(id) => change({ id: id.trim() })}
          problem={problemAt(values.id, "id")}
          spellCheck={false}
          value={values.id}
        />
        <TextField
          autoComplete="off"
          label={text.name}
          onChange={(name) => change({ name })}
          problem={problemAt(values.id, "name")}
          value={values.name}
        />
        <NumberField
          hint={text.rankHint}
          label={text.rank}
          max={1000}
          min={0}
          onChange={(rank) => change({ rank })}
          problem={problemAt(values.id, "rank")}
          value={values.rank}
        />
      </div>
      <Gives
        all={props.entitlements}
        chosen={values.entitlements}
        onChange={(entitlements) => change({ entitlements })}
        problem={problemAt(values.id, "entitlements")}
      />
      <Products
        currency={currencyOf(tiers)}
        onChange={(products) => change({ products })}
        problem={problemAt(values.id, "products")}
        problemAt={problemAt}
        products={values.products}
      />
      {impacts.dialog}
    </FormCard>
  );
}

const TIER_FIELDS = ["id", "name", "rank", "entitlements", "products"];
const PRODUCT_FIELDS = ["id", "period", "amount", "currency", "trial", ...productStoreFields];

/** Whether one of the fields above says what the server refused. */
function isProblemShown({ id, products }: TierValues, problemAt: ProblemAt): boolean {
  return (
    TIER_FIELDS.some((field) => problemAt(id, field)) ||
    products.some((product) => PRODUCT_FIELDS.some((field) => problemAt(product.id, field)))
  );
}

/** The name of the draft of a tier; of a new one, the id is empty. */
export function draftOfTier(id: string): string {
  return `tier ${id}`;
}

/** A tier that somebody else has removed is still as it was when it was opened. */
function valuesIn(tiers: readonly CatalogTier[], tier: CatalogTier | undefined): TierValues {
  if (!tier) return newTier(tiers);
  return valuesOf(tiers.find(({ id }) => id === tier.id) ?? tier);
}

function Gives(props: {
  all: readonly CatalogEntitlement[];
  chosen: readonly string[];
  problem: string | undefined;
  onChange: (chosen: readonly string[]) => void;
}): ReactNode {
  const { all, chosen, problem, onChange } = props;
  const id = useId();
  const toggle = (entitlement: string, isOn: boolean): void =>
    onChange(isOn ? [...chosen, entitlement] : chosen.filter((one) => one !== entitlement));
  return (
    <fieldset aria-describedby={problem ? id : undefined} className="space-y-1.5">
      <legend className="mb-1.5 font-medium">{text.gives}</legend>
      {all.length === 0 && <p className="text-xs text-muted">{text.noEntitlements}</p>}
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {all.map(({ id: entitlement, name }) => (
          <label className="flex items-center gap-2" key={entitlement}>
            <input
              checked={chosen.includes(entitlement)}
              className="size-4 accent-accent"
              onChange={({ target }) => toggle(entitlement, target.checked)}
              type="checkbox"
            />
            {name || entitlement}
          </label>
        ))}
      </div>
      {problem && (
        <p className="text-xs text-danger-ink" id={id}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function Products(props: {
  products: readonly ProductValues[];
  currency: string;
  problem: string | undefined;
  problemAt: ProblemAt;
  onChange: (products: readonly ProductValues[]) => void;
}): ReactNode {
  const { products, problem, onChange } = props;
  return (
    <section aria-label={text.products} className="space-y-3">
      <h3 className="font-medium">{text.products}</h3>
      {products.length === 0 && <p className="text-xs text-muted">{text.noProducts}</p>}
      {products.map((product, index) => (
        <ProductFields
          // biome-ignore lint/suspicious/noArrayIndexKey: products may be alike while they are typed
          key={index}
          onChange={(change) => onChange(products.with(index, { ...product, ...change }))}
          onRemove={() => onChange(products.toSpliced(index, 1))}
          problemAt={(field) => props.problemAt(product.id, field)}
          product={product}
        />
      ))}
      {problem && (
        <p className="text-xs text-danger-ink" role="alert">
          {problem}
        </p>
      )}
      <Button icon="plus" onClick={() => onChange([...products, newProduct(props.currency)])}>
        {text.addProduct}
      </Button>
    </section>
  );
}
