import type { ReactNode } from "react";

/** What became of what was asked: a toast would cover the buttons below. */
export function Said({ text }: { text: string }): ReactNode {
  return (
    <p
      className={text === "" ? "sr-only" : "rounded-lg bg-ok-soft p-3 font-medium text-ok-ink"}
      role="status"
    >
      {text}
    </p>
  );
}
