import type { ReactNode } from "react";
import { diffLines } from "./diff-lines.ts";

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
}: {
  before: string;
  after: string;
  label: string;
}): ReactNode {
  return (
    <section
      aria-label={label}
      className="overflow-x-auto rounded-lg border border-line bg-sunken"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
    >
      <ol className="min-w-fit py-2 font-mono text-xs/5">
        {diffLines(before, after).map(({ kind, text }, index) => (
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
