import type { ReactNode } from "react";
import { type DiffLine, diffLines } from "./diff-lines.ts";

const MARKS = { same: " ", old: "-", new: "+" } as const;
const LOOKS = {
  same: "text-muted",
  old: "bg-danger-soft text-danger-ink",
  new: "bg-ok-soft text-ok-ink",
} as const;
const SAID = { same: "", old: "removed: ", new: "added: " } as const;

/** What a change does to a text, line by line. */
export function DiffView({
  before,
  after,
  label,
  context,
}: {
  before: string;
  after: string;
  label: string;
  /** How many equal lines to show around a change; all when it is absent. */
  context?: number;
}): ReactNode {
  return (
    <section
      aria-label={label}
      className="overflow-x-auto rounded-lg border border-line bg-sunken"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
    >
      <ol className="min-w-fit py-2 font-mono text-xs/5">
        {shownLines(diffLines(before, after), context).map(({ kind, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else to tell them apart
          <li className={`px-3 whitespace-pre ${LOOKS[kind]}`} key={index}>
            <span aria-hidden="true">{MARKS[kind]} </span>
            <span className="sr-only">{SAID[kind]}</span>
            {text}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Equal lines that are far from any change become one line. */
function shownLines(lines: readonly DiffLine[], context = Number.POSITIVE_INFINITY): DiffLine[] {
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(({ kind }) => kind !== "same");
  return lines.flatMap((line, at) => {
    if (context === Number.POSITIVE_INFINITY || isNear(at)) return [line];
    return at > 0 && !isNear(at - 1) ? [] : [{ kind: "same" as const, text: "⋯" }];
  });
}
