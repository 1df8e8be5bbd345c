import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { type Option, Select } from "../../components/fields.tsx";
import { billing as text } from "../../strings/billing.ts";

export type Choice<Name extends string> = { name: Name; label: string; options: readonly Option<string>[] };

/** Choices above a list; what is chosen is in the address. */
export function FilterBar<Name extends string>(props: {
  choices: readonly Choice<Name>[];
  view: Readonly<Record<Name, string>>;
  isFiltered: boolean;
  onChange: (change: Partial<Record<Name, string>>) => void;
  onReset: () => void;
  children?: ReactNode;
}): ReactNode {
  return (
    <div className="flex flex-wrap gap-2 border-b border-line p-3">
      <div className="grid grid-cols-2 gap-2 max-sm:w-full sm:flex">
        {props.choices.map(({ name, label, options }) => (
          <Select
            aria-label={label}
            key={name}
            onChange={(value) => props.onChange({ [name]: value } as Partial<Record<Name, string>>)}
            options={options}
            value={props.view[name]}
          />
        ))}
      </div>
      {props.children}
      {props.isFiltered && (
        <Button icon="close" variant="ghost" onClick={props.onReset}>
          {text.reset}
        </Button>
      )}
    </div>
  );
}
