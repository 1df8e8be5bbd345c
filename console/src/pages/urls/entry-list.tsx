import { type ReactNode, useId, useRef } from "react";
import { flushSync } from "react-dom";
import { Button, IconButton } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { urls as text } from "../../strings/urls.ts";

export type EntryNotes = {
  /** Why the server refused it. */
  problem?: string | undefined;
  /** What is allowed but looks like a mistake. */
  warning?: string | undefined;
  /** What it means. */
  example?: string | undefined;
};

/** Entries of which each has a line, and below it what there is to say about it. */
export function EntryList({
  entries,
  onChange,
  notesOf,
  labelOf,
  placeholder,
  empty,
  add,
}: {
  entries: readonly string[];
  onChange: (entries: string[]) => void;
  notesOf: (entry: string, index: number) => EntryNotes;
  labelOf: (number: number) => string;
  placeholder: string;
  empty: string;
  add: string;
}): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const append = (): void => {
    flushSync(() => onChange([...entries, ""])); // the new line must be there to get the focus
    list.current?.querySelector<HTMLInputElement>("li:last-child input")?.focus();
  };
  const remove = (index: number): void => {
    onChange(entries.toSpliced(index, 1));
    addButton.current?.focus();
  };
  return (
    <div className="space-y-3">
      {entries.length === 0 && <p className="text-muted">{empty}</p>}
      <ul className="space-y-3" ref={list}>
        {entries.map((entry, index) => (
          <Entry
            entry={entry}
            // biome-ignore lint/suspicious/noArrayIndexKey: entries may be alike while they are typed
            key={index}
            label={labelOf(index + 1)}
            notes={notesOf(entry, index)}
            onChange={(next) => onChange(entries.with(index, next))}
            onRemove={() => remove(index)}
            placeholder={placeholder}
          />
        ))}
      </ul>
      <Button icon="plus" onClick={append} ref={addButton}>
        {add}
      </Button>
    </div>
  );
}

function Entry({
  entry,
  label,
  notes: { problem, warning, example },
  onChange,
  onRemove,
  placeholder,
}: {
  entry: string;
  label: string;
  notes: EntryNotes;
  onChange: (entry: string) => void;
  onRemove: () => void;
  placeholder: string;
}): ReactNode {
  const id = useId();
  const note = problem ?? warning ?? example;
  const tone = problem ? "text-danger-ink" : warning ? "text-warn-ink" : "text-muted";
  return (
    <li className="space-y-1">
      <div className="flex gap-1">
        <input
          aria-describedby={note ? id : undefined}
          aria-invalid={problem !== undefined}
          aria-label={label}
          autoCapitalize="none"
          className="control font-mono text-xs"
          onChange={({ target }) => onChange(target.value.trim())}
          placeholder={placeholder}
          spellCheck={false}
          type="text"
          value={entry}
        />
        <IconButton icon="trash" label={text.remove(entry)} onClick={onRemove} />
      </div>
      {note && (
        <p className={`flex gap-1.5 text-xs wrap-anywhere ${tone}`} id={id}>
          {(problem || warning) && <Icon name="alert" size={14} />}
          {note}
        </p>
      )}
    </li>
  );
}
