import { type ReactNode, useState } from "react";
import { Icon } from "./icon.tsx";

/** A part of a form that few need. It is open when something is in it, and then stays as the reader leaves it. */
export function Fold({
  title,
  text,
  isOpen,
  children,
}: {
  title: string;
  text: string;
  isOpen: boolean;
  children: ReactNode;
}): ReactNode {
  const [chosen, setChosen] = useState<boolean>();
  const isShown = chosen ?? isOpen;
  return (
    <details
      className="group border-t border-line pt-4"
      onToggle={({ currentTarget }) => currentTarget.open !== isShown && setChosen(currentTarget.open)}
      open={isShown}
    >
      <summary className="flex list-none items-center justify-between gap-3 rounded-lg">
        <span>
          <span className="block font-semibold">{title}</span>
          <span className="block text-xs text-muted">{text}</span>
        </span>
        <span className="text-accent-ink transition-transform group-open:rotate-180">
          <Icon name="chevron" size={20} />
        </span>
      </summary>
      <div className="mt-4 space-y-5">{children}</div>
    </details>
  );
}
