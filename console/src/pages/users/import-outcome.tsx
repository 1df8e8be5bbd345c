import type { ReactNode } from "react";
import type { Failure } from "../../api/failure.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { bulk, transfer as text } from "../../strings/users.ts";
import type { LeftOut, Tally } from "./import-document.ts";

const SHOWN = 100;

/** How many were created, skipped and refused; of those left out, who and why. */
export function ImportOutcome(props: {
  tally: Tally;
  /** How many of the file were not sent. */
  left: number;
  failure: Failure | undefined;
  onGoOn: () => void;
  onClose: () => void;
}): ReactNode {
  const { tally, left, failure } = props;
  return (
    <div className="space-y-4">
      <div role="status">
        <dl className="grid grid-cols-3 gap-2">
          <Count name={text.created} value={tally.created} />
          <Count name={text.skipped} value={tally.skipped} />
          <Count name={text.refused} value={tally.refused} />
        </dl>
      </div>
      {left > 0 && <p className="text-muted">{text.stopped(bulk.people(left))}</p>}
      {failure && <ErrorNotice failure={failure} />}
      {tally.leftOut.length > 0 && <Reasons tally={tally} />}
      <div className="flex flex-wrap justify-end gap-2">
        {left > 0 && (
          <Button icon="refresh" onClick={props.onGoOn}>
            {text.goOn}
          </Button>
        )}
        <Button variant="primary" onClick={props.onClose}>
          {text.finish}
        </Button>
      </div>
    </div>
  );
}

function Count({ name, value }: { name: string; value: number }): ReactNode {
  return (
    <div className="rounded-lg bg-sunken px-3 py-2">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="text-lg font-semibold tabular-nums">{value.toLocaleString()}</dd>
    </div>
  );
}

function Reasons({ tally }: { tally: Tally }): ReactNode {
  const all = tally.skipped + tally.refused;
  const { created, skipped, refused, leftOut } = tally;
  const report = JSON.stringify({ created, skipped, refused, left_out: leftOut.map(reportLine) }, null, 2);
  // Who was refused is what there is to do something about.
  const shown = leftOut.toSorted((a, b) => Number(b.isRefused) - Number(a.isRefused)).slice(0, SHOWN);
  return (
    <section aria-label={text.reasons} className="space-y-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-medium">{text.reasons}</h3>
        <CopyButton isSmall label={text.copyReport} text={report} />
      </div>
      <ul
        className="max-h-56 divide-y divide-line overflow-y-auto rounded-lg border border-line"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
      >
        {shown.map((one) => (
          <li className="flex items-start gap-3 px-3 py-2" key={one.place}>
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">{one.email || text.userAt(one.place)}</p>
              <p className="text-xs break-words text-muted">{one.reason}</p>
            </div>
            <Badge tone={one.isRefused ? "danger" : "neutral"}>
              {one.isRefused ? text.refused : text.skipped}
            </Badge>
          </li>
        ))}
      </ul>
      {all > shown.length && (
        <p className="text-xs text-muted">{text.shownOf(shown.length, bulk.people(all))}</p>
      )}
    </section>
  );
}

function reportLine({ place, email, reason, isRefused }: LeftOut) {
  return { user: place, email, status: isRefused ? "refused" : "skipped", reason };
}
