import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";

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
  const id = useId();
  const shown = tabs.find((tab) => tab.value === value);
  const shownTab = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is shown, or more tabs came, which moved it
  useEffect(() => reveal(shownTab.current), [value, tabs.length]);
  return (
    <div className="space-y-4">
      <div aria-label={label} className="tab-list" onKeyDown={moveFocus} role="tablist">
        {tabs.map((tab) => (
          <button
            aria-controls={tab === shown ? `${id}-panel` : undefined}
            aria-selected={tab === shown}
            className="border-b-2 border-transparent px-3 py-2 font-medium whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:text-ink"
            id={`${id}-${tab.value}`}
            key={tab.value}
            onClick={() => onChange(tab.value)}
            ref={tab === shown ? shownTab : undefined}
            role="tab"
            tabIndex={tab === shown ? 0 : -1}
            type="button"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {shown && (
        <div aria-labelledby={`${id}-${shown.value}`} id={`${id}-panel`} key={shown.value} role="tabpanel">
          {shown.content}
        </div>
      )}
    </div>
  );
}

/** Into the part of the list that can be seen, on a screen too narrow for all. */
function reveal(tab: HTMLElement | null): void {
  const list = tab?.parentElement;
  if (list && list.scrollWidth > list.clientWidth) list.scrollLeft = tab.offsetLeft - list.offsetLeft - 24;
}

/** Arrows, Home and End go to another tab, which Enter or Space shows. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = tabs.findIndex((tab) => tab.matches(":focus"));
  const next = {
    ArrowRight: tabs[(at + 1) % tabs.length],
    ArrowLeft: tabs.at(at - 1),
    Home: tabs[0],
    End: tabs.at(-1),
  }[event.key];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
