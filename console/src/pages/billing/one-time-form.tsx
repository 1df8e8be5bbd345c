import type { CatalogEntitlement, CatalogOneTimeProduct } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { PurchaseKind } from "@svc/proto/svc/billing/v1/subscription_pb";
import type { ReactNode } from "react";
import { cardOf } from "../../app/versioned-form.ts";
import { Button } from "../../components/button.tsx";
import { type Option, SelectField, SwitchField, TextField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { oneTimeCatalog as text } from "../../strings/billing-purchases.ts";
import { useBillingForm } from "./billing-form.ts";
import { problemsIn, withoutShownProblem } from "./catalog-problems.ts";
import {
  draftOfOneTime,
  newOneTime,
  type OneTimeValues,
  oneTimeProductOf,
  oneTimeValues,
} from "./one-time-values.ts";
import { kindKey, kindName, kinds } from "./purchase-labels.ts";
import { billingStores } from "./stores.ts";

const KINDS: Option<string>[] = kinds.map((kind) => ({ value: String(kind), label: kindName(kind) }));

const STORE_IDS = billingStores.flatMap(({ oneTimeIds }) => oneTimeIds);

const FIELDS = ["id", "name", "kind", "amount", "currency", ...STORE_IDS.map(({ path }) => path)];

const LABELS = {
  name: text.name,
  kind: text.kind,
  entitlements: text.gives,
  amount: text.amount,
  currency: text.currency,
  retired: text.retired,
};

type Change = (change: Partial<OneTimeValues>) => void;
type Problems = (field: string) => string | undefined;

/** A one-time product to write. The others of the list stay as they are. */
export function OneTimeForm(props: {
  /** A new one when it is absent. */
  product?: CatalogOneTimeProduct;
  entitlements: readonly CatalogEntitlement[];
  currency: string;
  onClose: () => void;
}): ReactNode {
  const { product, onClose } = props;
  const form = useBillingForm(({ oneTimeProducts: all }) => valuesIn(all, product, props.currency), {
    form: draftOfOneTime(product?.id ?? ""),
    labels: LABELS,
  });
  const { values, change } = form;
  const blame = problemsIn(form.failure, "one_time_products");
  const problemAt: Problems = (field) => blame(values.id, field);
  const submit = async (): Promise<void> => {
    const isSaved = await form.save(({ values, data }) => {
      const products = data.settings?.oneTimeProducts ?? [];
      const others = products.map((one) => (one.id === product?.id ? values : oneTimeValues(one)));
      const isThere = products.some(({ id }) => id === product?.id);
      return { oneTimeProducts: { values: (isThere ? others : [...others, values]).map(oneTimeProductOf) } };
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
      failure={withoutShownProblem(form.failure, FIELDS.some(problemAt))}
      onSave={() => void submit()}
      title={product ? text.editOf(product.name || product.id) : text.new}
    >
      <MainFields isNew={!product} onChange={change} problemAt={problemAt} values={values} />
      {values.kind === PurchaseKind.LIFETIME && (
        <Gives all={props.entitlements} onChange={change} values={values} />
      )}
      <SwitchField
        hint={text.retiredHint}
        label={text.retired}
        onChange={(retired) => change({ retired })}
        value={values.retired}
      />
      <StoreIds onChange={change} problemAt={problemAt} values={values} />
    </FormCard>
  );
}

/** A product that somebody else has removed is still as it was when it was opened. */
function valuesIn(
  products: readonly CatalogOneTimeProduct[],
  product: CatalogOneTimeProduct | undefined,
  currency: string,
): OneTimeValues {
  if (!product) return newOneTime(currency);
  return oneTimeValues(products.find(({ id }) => id === product.id) ?? product);
}

function MainFields(props: {
  values: OneTimeValues;
  isNew: boolean;
  problemAt: Problems;
  onChange: Change;
}): ReactNode {
  const { values, isNew, problemAt, onChange } = props;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        autoCapitalize="none"
        autoComplete="off"
        disabled={!isNew}
        hint={isNew ? text.idHint : text.fixedId}
        label={text.id}
        onChange={(id) => onChange({ id: id.trim() })}
        placeholder="pro_lifetime"
        problem={problemAt("id")}
        spellCheck={false}
        value={values.id}
      />
      <TextField
        autoComplete="off"
        label={text.name}
        onChange={(name) => onChange({ name })}
        problem={problemAt("name")}
        value={values.name}
      />
      <SelectField
        hint={text.kindHints[kindKey(values.kind)]}
        label={text.kind}
        onChange={(kind) => onChange({ kind: Number(kind) as PurchaseKind })}
        options={KINDS}
        problem={problemAt("kind")}
        value={String(values.kind)}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_5rem] gap-4">
        <TextField
          autoComplete="off"
          inputMode="decimal"
          label={text.amount}
          onChange={(amount) => onChange({ amount: amount.trim() })}
          placeholder="99.99"
          problem={problemAt("amount") && text.amountProblem}
          value={values.amount}
        />
        <TextField
          autoCapitalize="characters"
          autoComplete="off"
          label={text.currency}
          maxLength={3}
          onChange={(currency) => onChange({ currency: currency.trim().toUpperCase() })}
          problem={problemAt("currency")}
          spellCheck={false}
          value={values.currency}
        />
      </div>
    </div>
  );
}

function Gives(props: {
  all: readonly CatalogEntitlement[];
  values: OneTimeValues;
  onChange: Change;
}): ReactNode {
  const { all, values, onChange } = props;
  const toggle = (id: string, isOn: boolean): void =>
    onChange({
      entitlements: isOn ? [...values.entitlements, id] : values.entitlements.filter((one) => one !== id),
    });
  return (
    <fieldset className="space-y-1.5">
      <legend className="mb-1.5 font-medium">{text.gives}</legend>
      {all.length === 0 && <p className="text-xs text-muted">{text.noEntitlements}</p>}
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {all.map(({ id, name }) => (
          <label className="flex items-center gap-2" key={id}>
            <input
              checked={values.entitlements.includes(id)}
              className="size-4 accent-accent"
              onChange={({ target }) => toggle(id, target.checked)}
              type="checkbox"
            />
            {name || id}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Closed unless there is something to see. */
function StoreIds(props: { values: OneTimeValues; problemAt: Problems; onChange: Change }): ReactNode {
  const { values, problemAt, onChange } = props;
  const isUsed = STORE_IDS.some(({ name, path }) => values[name] !== "" || problemAt(path));
  return (
    <details open={isUsed || undefined}>
      <summary className="text-xs font-medium text-muted">{text.storeIds}</summary>
      <p className="mt-2 text-xs text-muted">{text.storeIdsHint}</p>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        {STORE_IDS.map(({ name, path, label }) => (
          <TextField
            autoCapitalize="none"
            autoComplete="off"
            key={name}
            label={label}
            onChange={(value) => onChange({ [name]: value.trim() })}
            problem={problemAt(path)}
            spellCheck={false}
            value={String(values[name])}
          />
        ))}
      </div>
    </details>
  );
}
