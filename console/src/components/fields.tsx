import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";

type FieldProps<Value> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  /** One sentence below the field. */
  hint?: ReactNode;
  /** What is wrong with the value; replaces the hint. */
  problem?: string | undefined;
};

type Wiring = { id: string; "aria-describedby"?: string; "aria-invalid"?: true };

type Rest<Tag extends "input" | "select" | "textarea"> = Omit<
  ComponentPropsWithRef<Tag>,
  "value" | "onChange" | "id" | "children"
>;

/** Label above, hint or problem below, wired for screen readers. */
export function Field({
  label,
  hint,
  problem,
  children,
}: {
  label: string;
  hint?: ReactNode;
  problem?: string | undefined;
  children: (wiring: Wiring) => ReactNode;
}): ReactNode {
  const id = useId();
  const below = problem ?? hint;
  const wiring: Wiring = {
    id,
    ...(below && { "aria-describedby": `${id}-below` }),
    ...(problem && { "aria-invalid": true }),
  };
  return (
    <div className="space-y-1.5">
      <label className="block font-medium" htmlFor={id}>
        {label}
      </label>
      {children(wiring)}
      {below && (
        <p className={`text-xs ${problem ? "text-danger-ink" : "text-muted"}`} id={`${id}-below`}>
          {below}
        </p>
      )}
    </div>
  );
}

export function TextField({
  label,
  value,
  onChange,
  hint,
  problem,
  ...rest
}: FieldProps<string> & Rest<"input">): ReactNode {
  return (
    <Field hint={hint} label={label} problem={problem}>
      {(wiring) => (
        <input
          type="text"
          {...rest}
          {...wiring}
          className="control"
          onChange={(event) => onChange(event.target.value)}
          value={value}
        />
      )}
    </Field>
  );
}

/** Undefined while the field is empty or holds no number. */
export function NumberField({
  label,
  value,
  onChange,
  hint,
  problem,
  unit,
  ...rest
}: FieldProps<number | undefined> & { unit?: string } & Rest<"input">): ReactNode {
  return (
    <Field hint={hint} label={label} problem={problem}>
      {(wiring) => (
        <div className="flex items-center gap-2">
          <input
            {...rest}
            {...wiring}
            className="control max-w-32 tabular-nums"
            onChange={({ target }) =>
              onChange(Number.isNaN(target.valueAsNumber) ? undefined : target.valueAsNumber)
            }
            type="number"
            value={value ?? ""}
          />
          {unit && <span className="text-muted">{unit}</span>}
        </div>
      )}
    </Field>
  );
}

export function TextAreaField({
  label,
  value,
  onChange,
  hint,
  problem,
  isCode = false,
  ...rest
}: FieldProps<string> & { isCode?: boolean } & Rest<"textarea">): ReactNode {
  return (
    <Field hint={hint} label={label} problem={problem}>
      {(wiring) => (
        <textarea
          rows={6}
          {...rest}
          {...wiring}
          className={`control h-auto py-2 ${isCode ? "font-mono text-xs/5" : ""}`}
          onChange={(event) => onChange(event.target.value)}
          spellCheck={!isCode}
          value={value}
        />
      )}
    </Field>
  );
}

export type Option<Value extends string> = {
  value: Value;
  label: string;
  /** The heading that it stands under, in a long list. */
  group?: string | undefined;
};

/** The browser's own list: right on a phone, known to every keyboard. */
export function SelectField<Value extends string>({
  label,
  value,
  onChange,
  options,
  hint,
  problem,
  ...rest
}: FieldProps<Value> & { options: readonly Option<Value>[] } & Rest<"select">): ReactNode {
  return (
    <Field hint={hint} label={label} problem={problem}>
      {(wiring) => <Select {...rest} {...wiring} onChange={onChange} options={options} value={value} />}
    </Field>
  );
}

/** A choice without a visible label, for bars of filters: give it an `aria-label`. */
export function Select<Value extends string>({
  value,
  onChange,
  options,
  ...rest
}: {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly Option<Value>[];
} & Omit<ComponentPropsWithRef<"select">, "value" | "onChange" | "children">): ReactNode {
  return (
    <span className="relative block">
      <select
        {...rest}
        className="control appearance-none truncate pr-8"
        onChange={(event) => onChange(event.target.value as Value)}
        value={value}
      >
        <Options options={options.filter(({ group }) => group === undefined)} />
        {[...new Set(options.map(({ group }) => group))]
          .filter((group) => group !== undefined)
          .map((group) => (
            <optgroup key={group} label={group}>
              <Options options={options.filter((option) => option.group === group)} />
            </optgroup>
          ))}
      </select>
      <span className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-muted">
        <Icon name="chevron" />
      </span>
    </span>
  );
}

function Options({ options }: { options: readonly Option<string>[] }): ReactNode {
  return options.map((option) => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  ));
}

/** On or off, with the sentence that it makes true beside it. */
export function SwitchField({
  label,
  value,
  onChange,
  hint,
  problem,
  ...rest
}: FieldProps<boolean> & Rest<"input">) {
  const id = useId();
  const below = problem ?? hint;
  return (
    <div className="flex items-start gap-3">
      <input
        {...rest}
        aria-checked={value}
        aria-describedby={below ? `${id}-below` : undefined}
        checked={value}
        className="relative mt-0.5 h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-4 before:rounded-full before:bg-surface before:transition-transform checked:bg-accent checked:before:translate-x-4 disabled:cursor-default disabled:opacity-55"
        id={id}
        onChange={(event) => onChange(event.target.checked)}
        role="switch"
        type="checkbox"
      />
      <div className="min-w-0 space-y-0.5">
        <label className="block font-medium" htmlFor={id}>
          {label}
        </label>
        {below && (
          <p className={`text-xs ${problem ? "text-danger-ink" : "text-muted"}`} id={`${id}-below`}>
            {below}
          </p>
        )}
      </div>
    </div>
  );
}

/** `#rrggbb`, picked or typed. */
export function ColourField({
  label,
  value,
  onChange,
  hint,
  problem,
  ...rest
}: FieldProps<string> & Rest<"input">) {
  const isColour = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <Field hint={hint} label={label} problem={problem}>
      {(wiring) => (
        <div className="flex gap-2">
          <input
            aria-label={`${label}: pick`}
            className="h-9 w-11 shrink-0 cursor-pointer rounded-lg border border-line-strong bg-surface p-1"
            disabled={rest.disabled}
            onChange={(event) => onChange(event.target.value)}
            type="color"
            value={isColour ? value : "#000000"}
          />
          <input
            {...rest}
            {...wiring}
            className="control max-w-32 font-mono"
            onChange={(event) => onChange(event.target.value.trim())}
            spellCheck={false}
            value={value}
          />
        </div>
      )}
    </Field>
  );
}
