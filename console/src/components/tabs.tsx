import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

export type Tab = { value: string; label: string; content: ReactNode };

/** Parts of a screen of which one is shown. Keep `value` in the address: `useUrlState({ tab: "form" })`. */
export function Tabs({
  tabs,
  value,
  onChange,
  label,
}: {
  tabs: readonly Tab[];
  value: string;
  onChange: (value: string) => void;
  label: string;
}): ReactNode {
  return (
    <Base.Root className="space-y-4" onValueChange={(next) => onChange(String(next))} value={value}>
      <Base.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Base.Tab
            className="-mb-px border-b-2 border-transparent px-3 py-2 font-medium whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-2 data-active:border-accent data-active:text-ink"
            key={tab.value}
            value={tab.value}
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
