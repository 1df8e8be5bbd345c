import { type ReactNode, useCallback, useId } from "react";
import { Button } from "../../components/button.tsx";
import { type Option, Select } from "../../components/fields.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { eventName, events as text } from "../../strings/events.ts";
import { type EventView, kindsOf, noFilters, rangeOf } from "./event-view.ts";

const CUSTOM = "between";
const SOURCES = Object.entries(text.sources).map(([value, label]) => ({ value, label }));
const RANGES = [
  ...Object.entries(text.ranges).map(([value, label]) => ({ value, label })),
  { value: CUSTOM, label: text.between },
];

export function EventFilterBar({
  view,
  ofInstance = false,
  onChange,
}: {
  view: EventView;
  ofInstance?: boolean;
  onChange: (change: Partial<EventView>) => void;
}): ReactNode {
  const chooseRange = (range: string): void =>
    onChange(range === CUSTOM ? { range, from: view.from, to: view.to } : rangeOf(range));
  return (
    <div className="flex flex-wrap gap-2 border-b border-line p-3">
      <TypedFilters ofInstance={ofInstance} onChange={onChange} view={view} />
      <div
        className={`grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto ${ofInstance ? "" : "max-sm:*:last:col-span-2"}`}
      >
        {!ofInstance && (
          <Select
            aria-label={text.source}
            onChange={(source) => onChange({ source, kind: "" })}
            options={SOURCES}
            value={view.source}
          />
        )}
        <div className="min-w-0 sm:max-w-64">
          <Select
            aria-label={text.kind}
            onChange={(kind) => onChange({ kind })}
            options={kindOptions(view.source, ofInstance)}
            value={view.kind}
          />
        </div>
        <Select aria-label={text.range} onChange={chooseRange} options={RANGES} value={view.range} />
      </div>
      {view.range === CUSTOM && (
        <>
          <TimeField label={text.from} onChange={(from) => onChange({ from })} value={view.from} />
          <TimeField label={text.to} onChange={(to) => onChange({ to })} value={view.to} />
        </>
      )}
      {Object.keys(noFilters).some((name) => view[name as keyof EventView] !== "") && (
        <Button icon="close" variant="ghost" onClick={() => onChange(noFilters)}>
          {text.reset}
        </Button>
      )}
    </div>
  );
}

/** Whom it is about, who did it, and from where. */
function TypedFilters(props: {
  view: EventView;
  ofInstance: boolean;
  onChange: (change: Partial<EventView>) => void;
}): ReactNode {
  const { view, ofInstance, onChange } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it only sets the address, whatever that is by then
  const search = useCallback((user: string) => onChange({ user: user.trim() }), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same
  const searchAdmin = useCallback((admin: string) => onChange({ admin: admin.trim() }), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same
  const searchIp = useCallback((ip: string) => onChange({ ip: ip.trim() }), []);
  return (
    <div className="flex w-full flex-wrap gap-2">
      {!ofInstance && <SearchField label={text.user} onSearch={search} value={view.user} />}
      <SearchField label={text.admin} onSearch={searchAdmin} value={view.admin} />
      <SearchField label={text.ipFilter} onSearch={searchIp} value={view.ip} />
    </div>
  );
}

/** Grouped by what they are about. */
function kindOptions(source: string, ofInstance: boolean): Option<string>[] {
  const kinds = kindsOf(source, ofInstance).map((kind) => ({
    value: kind,
    label: eventName(kind),
    group: ofInstance ? undefined : text.groups[kind.slice(0, kind.indexOf("."))],
  }));
  return [{ value: "", label: text.anyKind }, ...kinds];
}

/** A moment in the reader's own time zone; the address has it in UTC. */
function TimeField(props: { label: string; value: string; onChange: (iso: string) => void }): ReactNode {
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <label className="text-muted" htmlFor={id}>
        {props.label}
      </label>
      <input
        className="control w-auto"
        id={id}
        onChange={({ target }) => {
          const date = new Date(target.value);
          props.onChange(Number.isNaN(date.getTime()) ? "" : date.toISOString());
        }}
        type="datetime-local"
        value={localOf(props.value)}
      />
    </div>
  );
}

function localOf(iso: string): string {
  const date = new Date(iso);
  if (iso === "" || Number.isNaN(date.getTime())) return "";
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
