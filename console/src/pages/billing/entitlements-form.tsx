import type { BillingSettings } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { type ReactNode, useRef } from "react";
import { flushSync } from "react-dom";
import { cardOf } from "../../app/versioned-form.ts";
import { Button, IconButton } from "../../components/button.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { catalog as text } from "../../strings/billing-catalog.ts";
import { useBillingForm } from "./billing-form.ts";
import { problemsIn, withoutShownProblem } from "./catalog-problems.ts";

type Entry = { id: string; name: string; isNew: boolean };

function valuesOf({ entitlements }: BillingSettings): { entries: readonly Entry[] } {
  return { entries: entitlements.map(({ id, name }) => ({ id, name, isNew: false })) };
}

/** What the app unlocks, line by line. */
export function EntitlementsForm(): ReactNode {
  const form = useBillingForm(valuesOf, { form: "entitlements", labels: { entries: text.entitlements } });
  const { entries } = form.values;
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const problemAt = problemsIn(form.failure, "entitlements");
  const isShown = entries.some(({ id }) => problemAt(id, "id") ?? problemAt(id, "name"));
  const set = (next: Entry[]): void => form.change({ entries: next });
  const append = (): void => {
    flushSync(() => set([...entries, { id: "", name: "", isNew: true }])); // it must be there to get the focus
    list.current?.querySelector<HTMLInputElement>("li:last-child input")?.focus();
  };
  const remove = (index: number): void => {
    set(entries.toSpliced(index, 1));
    addButton.current?.focus();
  };
  const submit = () =>
    form.save(({ values }) => ({
      entitlements: { values: values.entries.map(({ id, name }) => ({ id, name })) },
    }));
  return (
    <FormCard
      {...cardOf(form)}
      description={text.entitlementsText}
      failure={withoutShownProblem(form.failure, isShown)}
      onSave={() => void submit()}
      title={text.entitlements}
    >
      {entries.length === 0 && <p className="text-muted">{text.noEntitlements}</p>}
      <div className="space-y-1.5">
        {entries.length > 0 && (
          <div aria-hidden className="flex gap-2 pr-11 font-medium">
            <span className="w-full max-w-48">{text.id}</span>
            <span className="w-full">{text.name}</span>
          </div>
        )}
        <ul className="space-y-3" ref={list}>
          {entries.map((entry, index) => (
            <EntryLine
              entry={entry}
              // biome-ignore lint/suspicious/noArrayIndexKey: entries may be alike while they are typed
              key={index}
              number={index + 1}
              onChange={(change) => set(entries.with(index, { ...entry, ...change }))}
              onRemove={() => remove(index)}
              problems={{ id: problemAt(entry.id, "id"), name: problemAt(entry.id, "name") }}
            />
          ))}
        </ul>
      </div>
      <Button icon="plus" onClick={append} ref={addButton}>
        {text.addEntitlement}
      </Button>
    </FormCard>
  );
}

function EntryLine(props: {
  entry: Entry;
  number: number;
  problems: Record<"id" | "name", string | undefined>;
  onChange: (change: Partial<Entry>) => void;
  onRemove: () => void;
}): ReactNode {
  const { entry, number, problems, onChange } = props;
  const problem = problems.id ?? problems.name;
  const below = `entitlement-${number}-below`;
  return (
    <li className="space-y-1">
      <div className="flex gap-2">
        <input
          aria-describedby={problems.id ? below : undefined}
          aria-invalid={problems.id !== undefined}
          aria-label={text.entitlementId(number)}
          autoCapitalize="none"
          className="control max-w-48 font-mono text-xs"
          disabled={!entry.isNew}
          onChange={({ target }) => onChange({ id: target.value.trim() })}
          placeholder={text.idPlaceholder}
          spellCheck={false}
          title={entry.isNew ? undefined : text.fixedId}
          type="text"
          value={entry.id}
        />
        <input
          aria-describedby={problems.name ? below : undefined}
          aria-invalid={problems.name !== undefined}
          aria-label={text.entitlementName(number)}
          className="control"
          onChange={({ target }) => onChange({ name: target.value })}
          placeholder={text.namePlaceholder}
          type="text"
          value={entry.name}
        />
        <IconButton icon="trash" label={text.remove(entry.id)} onClick={props.onRemove} />
      </div>
      {problem && (
        <p className="text-xs text-danger-ink wrap-anywhere" id={below}>
          {problem}
        </p>
      )}
    </li>
  );
}
