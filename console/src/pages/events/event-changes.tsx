import type { Event } from "@svc/proto/svc/admin/v1/analytics_pb";
import type { ReactNode } from "react";
import { DiffView } from "../../components/diff-view.tsx";
import { events as text } from "../../strings/events.ts";
import { withoutDirectionMarks } from "../users/user-labels.ts";

type Change = { field: string; old?: unknown; new?: unknown; masked?: boolean };

/** The old and the new value of each field that an event changed. Nothing for other events. */
export function EventChanges({ data }: Pick<Event, "data">): ReactNode {
  const changes = changesOf(data);
  if (changes.length === 0) return null;
  const more = data?.more_changes;
  return (
    <section aria-labelledby="changes" className="space-y-2">
      <h3 className="font-medium" id="changes">
        {text.changes}
      </h3>
      <dl className="divide-y divide-line rounded-lg border border-line">
        {changes.map((change) => (
          <div className="space-y-1 px-3 py-2" key={change.field}>
            <dt className="font-mono text-xs break-all text-muted">{change.field}</dt>
            {change.masked ? <dd className="text-muted">{text.masked}</dd> : <Values change={change} />}
          </div>
        ))}
      </dl>
      {typeof more === "number" && <p className="text-xs text-muted">{text.moreChanges(more)}</p>}
    </section>
  );
}

function Values({ change }: { change: Change }): ReactNode {
  if (isLarge(change.old) || isLarge(change.new))
    return (
      <dd>
        <DiffView after={pretty(change.new)} before={pretty(change.old)} context={2} label={change.field} />
      </dd>
    );
  return (
    <dd className="flex flex-col items-start gap-1">
      <Value look="bg-danger-soft text-danger-ink" mark="−" name={text.before} value={change.old} />
      <Value look="bg-ok-soft text-ok-ink" mark="+" name={text.after} value={change.new} />
    </dd>
  );
}

function Value(props: { name: string; mark: string; look: string; value: unknown }): ReactNode {
  return (
    <span className={`max-w-full rounded px-1.5 py-0.5 font-mono text-xs break-words ${props.look}`}>
      <span aria-hidden="true">{props.mark} </span>
      <span className="sr-only">{props.name}: </span>
      {valueText(props.value)}
    </span>
  );
}

/** An object, or a list of objects. */
function isLarge(value: unknown): boolean {
  const [first = value] = Array.isArray(value) ? value : [];
  return typeof first === "object" && first !== null;
}

function pretty(value: unknown): string {
  if (value === undefined || value === null) return "";
  return withoutDirectionMarks(typeof value === "string" ? value : JSON.stringify(value, null, 2));
}

function valueText(value: unknown): string {
  if (value === undefined || value === null || value === "") return text.absent;
  return withoutDirectionMarks(typeof value === "string" ? value : JSON.stringify(value));
}

function changesOf(data: Event["data"]): Change[] {
  const { changes } = data ?? {};
  if (!Array.isArray(changes)) return [];
  return changes.flatMap((change) =>
    typeof change === "object" && change !== null && "field" in change ? [change as Change] : [],
  );
}
