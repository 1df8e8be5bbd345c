import { cloneElement, type KeyboardEvent, type ReactElement, type ReactNode, useId, useRef } from "react";
import { Icon, type IconName } from "./icon.tsx";
import { type Needs, useMay } from "./rights.tsx";

export type MenuEntry = {
  label: string;
  icon?: IconName;
  onSelect: () => void;
  isDangerous?: boolean;
  isChosen?: boolean;
  /** For what is on or off. The menu stays open. */
  isTicked?: boolean;
  /** Who does not have this role does not see it. */
  needs?: Needs;
};

const GAP = 6;
const EDGE = 8;

/** Letters that follow each other within this time are one word. */
const WORD_MS = 500;

type TriggerProps = {
  ref?: (element: HTMLElement | null) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  popoverTarget?: string;
  "aria-haspopup"?: "menu";
  "aria-controls"?: string;
};

/**
 * A list of commands below a button. `heading` says above them what they are about. The browser's popover opens it over everything,
 * closes it by Escape or a click elsewhere and gives the focus back. Without a command there is no button.
 */
export function Menu({
  trigger,
  entries,
  heading,
  onOpen,
}: {
  trigger: ReactElement<TriggerProps>;
  onOpen?: () => void;
  entries: readonly MenuEntry[];
  heading?: ReactNode;
}): ReactNode {
  const may = useMay();
  const allowed = entries.filter(({ needs }) => needs === undefined || may(needs));
  const id = useId();
  const button = useRef<HTMLElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const typed = useRef<Typed>({ letters: "", at: 0 });
  const choose = (entry: MenuEntry): void => {
    if (entry.isTicked === undefined) popup.current?.hidePopover();
    entry.onSelect();
  };
  if (allowed.length === 0) return null;
  const opening = cloneElement(trigger, {
    ref: (element) => {
      button.current = element;
    },
    "aria-haspopup": "menu",
    "aria-controls": id,
    popoverTarget: id,
    onKeyDown: (event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      popup.current?.showPopover();
    },
  });
  return (
    <>
      {opening}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the menu in it */}
      <div
        className="popup fixed inset-auto max-h-96 max-w-[calc(100vw-1rem)] min-w-52 overflow-y-auto border-0 p-1"
        id={id}
        onKeyDown={(event) => moveFocus(event, typed.current)}
        onToggle={({ newState }) => {
          if (newState !== "open") return;
          typed.current.letters = "";
          place(popup.current, button.current);
          onOpen?.();
        }}
        popover="auto"
        ref={popup}
      >
        {heading && <div className="border-b border-line px-3 py-2 text-xs text-muted">{heading}</div>}
        <div aria-label={typeof heading === "string" ? heading : undefined} role="menu">
          {allowed.map((entry) => (
            <button
              className={`flex h-9 w-full items-center gap-2.5 rounded-lg px-3 text-left text-sm outline-none hover:bg-hover focus:bg-hover ${entry.isDangerous ? "text-danger-ink" : ""}`}
              key={entry.label}
              onClick={() => choose(entry)}
              {...(entry.isTicked === undefined
                ? { role: "menuitem" }
                : { role: "menuitemcheckbox", "aria-checked": entry.isTicked })}
              tabIndex={-1}
              type="button"
            >
              {entry.icon && <Icon name={entry.icon} />}
              <span className="min-w-0 flex-1 truncate">{entry.label}</span>
              {(entry.isChosen || entry.isTicked) && <Icon name="check" />}
            </button>
          ))}
        </div>
      </div>
    </>
  );
}

/** Below the button, above it where there is more room, and never beyond the edge of the window. */
function place(popup: HTMLElement | null, button: HTMLElement | null): void {
  if (!popup || !button) return;
  const { left, top, bottom } = button.getBoundingClientRect();
  const { clientWidth } = document.documentElement; // without the scrollbar of the page
  const below = innerHeight - bottom - GAP - EDGE;
  const above = top - GAP - EDGE;
  const isBelow = below >= popup.scrollHeight || below >= above;
  popup.style.maxHeight = `${Math.min(384, isBelow ? below : above)}px`;
  popup.style.left = `${Math.max(EDGE, Math.min(left, clientWidth - popup.offsetWidth - EDGE))}px`;
  popup.style.top = isBelow ? `${bottom + GAP}px` : "auto";
  popup.style.bottom = isBelow ? "auto" : `${innerHeight - top + GAP}px`;
  itemsOf(popup)[0]?.focus({ preventScroll: true });
}

function itemsOf(popup: Element): HTMLElement[] {
  return [...popup.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}

type Typed = { letters: string; at: number };

/** Arrows, Home and End, and the first letters of an entry. Tab leaves the menu, which closes it. */
function moveFocus(event: KeyboardEvent<HTMLElement>, typed: Typed): void {
  const popup = event.currentTarget;
  if (event.key === "Tab") popup.hidePopover();
  const items = itemsOf(popup);
  const at = items.findIndex((item) => item.matches(":focus"));
  const next = isLetter(event) ? itemTyped(event, typed, items, at) : nextItem(event.key, items, at);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function nextItem(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (key === "ArrowDown") return items[(at + 1) % items.length];
  if (key === "ArrowUp") return items.at(at - 1);
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  return undefined;
}

function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
}

/** The entry that begins with what was typed. A first letter, or the same one again, goes on to the next entry with it. */
function itemTyped(
  { key, timeStamp }: KeyboardEvent,
  typed: Typed,
  items: readonly HTMLElement[],
  at: number,
): HTMLElement | undefined {
  const letter = key.toLowerCase();
  const before = timeStamp - typed.at < WORD_MS ? typed.letters : "";
  const isRepeated = [...before].every((other) => other === letter);
  typed.letters = before + letter;
  typed.at = timeStamp;
  const from = isRepeated ? at + 1 : at;
  const inOrder = [...items.slice(from), ...items.slice(0, from)];
  const begins = (word: string) =>
    inOrder.find(({ textContent }) => textContent?.toLowerCase().startsWith(word));
  return begins(typed.letters) ?? (isRepeated ? begins(letter) : undefined);
}
