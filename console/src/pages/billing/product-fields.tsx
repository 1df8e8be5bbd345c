import type { ReactNode } from "react";
import { IconButton } from "../../components/button.tsx";
import { type Option, SelectField, SwitchField, TextField } from "../../components/fields.tsx";
import { catalog as text } from "../../strings/billing-catalog.ts";
import { type ProductValues, periods, trials } from "./catalog-values.ts";
import { lengthName, trialName } from "./labels.ts";
import { billingStores } from "./stores.ts";

type Change = (change: Partial<ProductValues>) => void;
type Problems = (field: string) => string | undefined;

const PERIODS: Option<string>[] = periods.map((value) => ({ value, label: lengthName(value) }));
const TRIALS: Option<string>[] = [
  { value: "", label: text.noTrial },
  ...trials.map((value) => ({ value, label: trialName(value) })),
];

const STORE_IDS = billingStores.flatMap(({ productIds }) => productIds);

/** Their names in the contract. */
export const productStoreFields = STORE_IDS.map(({ path }) => path);

/** One way to buy a tier. */
export function ProductFields(props: {
  product: ProductValues;
  problemAt: Problems;
  onChange: Change;
  onRemove: () => void;
}): ReactNode {
  const { product, problemAt, onChange } = props;
  return (
    <fieldset className="space-y-4 rounded-lg border border-line bg-sunken p-3">
      <legend className="sr-only">{product.id ? text.product(product.id) : text.newProduct}</legend>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_5rem_minmax(0,1fr)_2.25rem]">
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          disabled={!product.isNew}
          label={text.id}
          onChange={(id) => onChange({ id: id.trim() })}
          placeholder="pro_monthly"
          problem={problemAt("id")}
          spellCheck={false}
          value={product.id}
        />
        <SelectField
          label={text.period}
          onChange={(period) => onChange({ period })}
          options={PERIODS}
          problem={problemAt("period")}
          value={product.period}
        />
        <TextField
          autoComplete="off"
          inputMode="decimal"
          label={text.amount}
          onChange={(amount) => onChange({ amount: amount.trim() })}
          placeholder="9.99"
          problem={problemAt("amount") && text.amountProblem}
          value={product.amount}
        />
        <TextField
          autoCapitalize="characters"
          autoComplete="off"
          label={text.currency}
          maxLength={3}
          onChange={(currency) => onChange({ currency: currency.trim().toUpperCase() })}
          problem={problemAt("currency")}
          spellCheck={false}
          value={product.currency}
        />
        <SelectField
          label={text.trial}
          onChange={(trial) => onChange({ trial })}
          options={TRIALS}
          problem={problemAt("trial")}
          value={product.trial}
        />
        <div className="max-sm:justify-self-end sm:pt-6.5">
          <IconButton icon="trash" label={text.remove(product.id)} onClick={props.onRemove} />
        </div>
      </div>
      {!product.isNew && (
        <SwitchField
          hint={text.retiredHint}
          label={text.retired}
          onChange={(retired) => onChange({ retired })}
          value={product.retired}
        />
      )}
      <StoreIdFields onChange={onChange} problemAt={problemAt} product={product} />
    </fieldset>
  );
}

/** Closed unless there is something to see. */
function StoreIdFields({
  product,
  problemAt,
  onChange,
}: {
  product: ProductValues;
  problemAt: Problems;
  onChange: Change;
}): ReactNode {
  const isUsed = STORE_IDS.some(({ name, path }) => product[name] !== "" || problemAt(path));
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
            onChange={(id) => onChange({ [name]: id.trim() })}
            problem={problemAt(path)}
            spellCheck={false}
            value={String(product[name])}
          />
        ))}
      </div>
    </details>
  );
}
