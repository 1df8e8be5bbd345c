import type { ReactNode } from "react";

/** How far work has come; without a total it only says that it goes on. */
export function ProgressBar({
  label,
  done,
  total,
  children,
}: {
  label: string;
  done: number;
  total?: number;
  /** The same in words. */
  children: ReactNode;
}): ReactNode {
  const share = total === undefined ? undefined : Math.round((done / Math.max(1, total)) * 100);
  return (
    <div className="space-y-2">
      <div
        aria-label={label}
        aria-valuemax={100}
        aria-valuemin={0}
        aria-valuenow={share}
        className="h-2 overflow-hidden rounded-full bg-sunken"
        role="progressbar"
      >
        <div
          className={`h-full rounded-full bg-accent ${share === undefined ? "w-1/3 animate-onward opacity-60" : "transition-[width]"}`}
          style={share === undefined ? {} : { width: `${share}%` }}
        />
      </div>
      <p className="text-muted tabular-nums">{children}</p>
    </div>
  );
}
