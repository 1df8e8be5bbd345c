import type { ReactNode } from "react";

export type Section = { id: string; title: string };

/** The parts of a long screen, to get to one without scrolling. */
export function SectionNav({ label, sections }: { label: string; sections: readonly Section[] }): ReactNode {
  return (
    <nav aria-label={label} className="-mx-1 flex gap-2 overflow-x-auto px-1 py-1">
      {sections.map(({ id, title }) => (
        <button
          className="h-8 rounded-full border border-line-strong/50 bg-surface px-3 text-xs font-medium whitespace-nowrap hover:bg-hover"
          key={id}
          onClick={() => goTo(id)}
          type="button"
        >
          {title}
        </button>
      ))}
    </nav>
  );
}

/** Takes the focus along, so that the next Tab goes on there. The address stays: it says what is shown, not where. */
function goTo(id: string): void {
  const section = document.getElementById(id);
  if (!section) return;
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
  section.scrollIntoView({ block: "start" });
}
