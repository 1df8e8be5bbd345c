import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import { type Needs, useMay } from "./rights.tsx";

export type MenuEntry = {
  label: string;
  icon?: IconName;
  onSelect: () => void;
  isDangerous?: boolean;
  isChosen?: boolean;
  /** Who does not have this role does not see it. */
  needs?: Needs;
};

/** A list of commands below a button. `heading` says above them what they are about. Without a command there is no button. */
export function Menu({
  trigger,
  entries,
  heading,
}: {
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  heading?: ReactNode;
}): ReactNode {
  const may = useMay();
  const allowed = entries.filter(({ needs }) => needs === undefined || may(needs));
  if (allowed.length === 0) return null;
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="start" className="z-50 outline-none" sideOffset={6}>
          <Base.Popup className="popup max-h-[min(24rem,var(--available-height))] min-w-52 overflow-y-auto p-1">
            {heading && <div className="border-b border-line px-3 py-2 text-xs text-muted">{heading}</div>}
            {allowed.map((entry) => (
              <Base.Item
                className={`flex h-9 cursor-pointer items-center gap-2.5 rounded-lg px-3 text-sm outline-none data-highlighted:bg-hover ${entry.isDangerous ? "text-danger-ink" : ""}`}
                key={entry.label}
                onClick={entry.onSelect}
              >
                {entry.icon && <Icon name={entry.icon} />}
                <span className="min-w-0 flex-1 truncate">{entry.label}</span>
                {entry.isChosen && <Icon name="check" />}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
