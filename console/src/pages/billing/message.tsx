import type { ReactNode } from "react";

/** The outcome of an action, shown in place because a toast would cover the buttons below. */
export function Message({ text }: { text: string }): ReactNode {
  return (
    <p
      className={text === "" ? "sr-only" : "rounded-lg bg-ok-soft p-3 font-medium text-ok-ink"}
      role="status"
    >
      {text}
    </p>
  );
}
