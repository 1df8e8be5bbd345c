import { type ReactNode, useId } from "react";

/** One of a few, each with a sentence that says what it means. */
export function RadioGroup<Value extends string>({
  label,
  value,
  onChange,
  options,
}: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; text: string }[];
}): ReactNode {
  const id = useId();
  return (
    <fieldset className="min-w-0 space-y-3">
      <legend className="mb-3 font-medium">{label}</legend>
      {options.map((option) => (
        <div className="flex items-start gap-3" key={option.value}>
          <input
            aria-describedby={`${id}-${option.value}-text`}
            checked={option.value === value}
            className="mt-0.5 size-4 shrink-0 cursor-pointer accent-accent disabled:cursor-default"
            id={`${id}-${option.value}`}
            name={id}
            onChange={() => onChange(option.value)}
            type="radio"
          />
          <div className="min-w-0 space-y-0.5">
            <label className="block font-medium" htmlFor={`${id}-${option.value}`}>
              {option.label}
            </label>
            <p className="text-xs text-muted" id={`${id}-${option.value}-text`}>
              {option.text}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  );
}
