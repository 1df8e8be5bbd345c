import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

/** What to see where there is nothing yet, and what to do about it. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}): ReactNode {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-14 text-center">
      <span className="flex size-11 items-center justify-center rounded-xl bg-accent-soft text-accent-ink">
        <Icon name={icon} size={22} />
      </span>
      <div className="max-w-md space-y-1">
        <h2 className="text-base font-semibold">{title}</h2>
        <div className="text-muted">{children}</div>
      </div>
      {action}
    </div>
  );
}
