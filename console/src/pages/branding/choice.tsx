import { type ReactNode, useId } from "react";
import { Icon, type IconName } from "../../components/icon.tsx";

/** One of a few, side by side. */
export function Choice<Value extends string>({
  label,
  value,
  onChange,
  options,
}: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; icon?: IconName }[];
}): ReactNode {
  const name = useId();
  return (
    <fieldset aria-label={label} className="flex rounded-lg border border-line bg-sunken p-0.5">
      {options.map((option) => (
        <label
          className="flex h-8 cursor-pointer items-center gap-1.5 rounded-md px-2.5 text-xs font-medium text-muted has-checked:bg-raised has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-accent"
          key={option.value}
        >
          <input
            checked={option.value === value}
            className="sr-only"
            name={name}
            onChange={() => onChange(option.value)}
            type="radio"
          />
          {option.icon && <Icon name={option.icon} size={14} />}
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
