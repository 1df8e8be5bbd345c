import { type ReactNode, useId, useState } from "react";
import type { Choice, ConflictQuestion } from "../app/three-way.ts";
import { conflict as text } from "../strings/conflict.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { DiffView } from "./diff-view.tsx";
import { LastChange } from "./last-change.tsx";

type Labelled = ConflictQuestion["conflicts"][number];

/**
 * Two people changed the same fields: shows what each was, what the other one saved and what was typed here, and asks
 * which to keep.
 */
export function ConflictChoices({
  conflicts,
  changed,
  answer,
  action = text.save,
}: ConflictQuestion): ReactNode {
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const isDecided = conflicts.every(({ path }) => choices[path] !== undefined);
  const chooseAll = (choice: Choice): void =>
    setChoices(Object.fromEntries(conflicts.map(({ path }) => [path, choice])));
  return (
    <Dialog
      actions={
        <>
          <Button onClick={() => answer(undefined)}>{text.cancel}</Button>
          <Button
            disabled={!isDecided}
            variant="primary"
            onClick={() => answer((path) => choices[path] ?? "yours")}
          >
            {action}
          </Button>
        </>
      }
      description={text.description(conflicts.length)}
      isOpen
      onClose={() => answer(undefined)}
      title={text.title}
    >
      <div className="space-y-6">
        <LastChange changed={changed} fields={conflicts.map(({ path }) => path)} />
        {conflicts.length > 1 && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => chooseAll("theirs")}>{text.allTheirs}</Button>
            <Button onClick={() => chooseAll("yours")}>{text.allYours}</Button>
          </div>
        )}
        {conflicts.map((one) => (
          <Field
            choice={choices[one.path]}
            conflict={one}
            key={one.path}
            onChoose={(choice) => setChoices({ ...choices, [one.path]: choice })}
          />
        ))}
      </div>
    </Dialog>
  );
}

function Field(props: {
  conflict: Labelled;
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
}): ReactNode {
  const { label, base, theirs, yours } = props.conflict;
  const name = useId();
  const before = shown(base);
  return (
    <fieldset className="space-y-2">
      <legend className="mb-2 font-semibold break-words">{label}</legend>
      {!before.includes("\n") && (
        <div className="rounded-lg bg-sunken px-3 py-2">
          <p className="text-xs text-muted">{text.base}</p>
          <Value value={before} />
        </div>
      )}
      {(["theirs", "yours"] as const).map((side) => (
        <div
          className={`rounded-lg border px-3 py-2 ${props.choice === side ? "border-accent bg-accent-soft" : "border-line"}`}
          key={side}
        >
          <label className="flex items-center gap-2 py-1 font-medium">
            <input
              checked={props.choice === side}
              className="size-4 accent-accent"
              name={name}
              onChange={() => props.onChoose(side)}
              type="radio"
            />
            {text[side]}
          </label>
          <Version
            base={before}
            label={`${label}: ${text.changes[side]}`}
            value={shown(side === "theirs" ? theirs : yours)}
          />
        </div>
      ))}
    </fieldset>
  );
}

/** Of a text of several lines, what it changes. */
function Version({ base, value, label }: { base: string; value: string; label: string }): ReactNode {
  if (base.includes("\n")) return <DiffView after={value} before={base} context={2} label={label} />;
  return <Value value={value} />;
}

function Value({ value }: { value: string }): ReactNode {
  if (value === "") return <p className="text-muted italic">{text.empty}</p>;
  return <p className="font-mono text-xs whitespace-pre-wrap wrap-anywhere">{value}</p>;
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? text.on : text.off;
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return value.join("\n");
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}
