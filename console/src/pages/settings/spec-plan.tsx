import {
  type ApplyProjectSpecResponse,
  type SpecChange,
  SpecChangeKind,
} from "@svc/proto/svc/admin/v1/project_spec_pb";
import type { ReactNode } from "react";
import { Badge, type Tone } from "../../components/badge.tsx";
import { DiffView } from "../../components/diff-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { catalog } from "../../strings/billing-catalog.ts";
import { settings as text } from "../../strings/settings.ts";
import { ImpactList } from "../billing/impact-list.tsx";

const KINDS: Record<SpecChangeKind, { tone: Tone; word: string }> = {
  [SpecChangeKind.UNSPECIFIED]: { tone: "neutral", word: text.kinds.set },
  [SpecChangeKind.SET]: { tone: "accent", word: text.kinds.set },
  [SpecChangeKind.TURNED_OFF]: { tone: "warn", word: text.kinds.off },
  [SpecChangeKind.RESET]: { tone: "warn", word: text.kinds.reset },
  [SpecChangeKind.SECRET_REWRITTEN]: { tone: "neutral", word: text.kinds.secret },
};

/** Secrets are stored again each time, which changes nothing. */
export function countOf({ changes }: Pick<ApplyProjectSpecResponse, "changes">): number {
  return changes.filter(({ kind }) => kind !== SpecChangeKind.SECRET_REWRITTEN).length;
}

export function SpecPlan({ plan }: { plan: ApplyProjectSpecResponse }): ReactNode {
  return (
    <div className="space-y-3">
      {plan.changes.length === 0 ? (
        <p className="flex items-center gap-2 text-ok-ink">
          <Icon name="check" />
          {text.planEmpty}
        </p>
      ) : (
        <ul aria-label={text.planTitle} className="divide-y divide-line rounded-lg border border-line">
          {plan.changes.map((change) => (
            <Change change={change} key={`${change.path} ${change.kind}`} />
          ))}
        </ul>
      )}
      {plan.turnedOffByOmission > 0 && (
        <p className="text-warn-ink">{text.turnedOff(plan.turnedOffByOmission)}</p>
      )}
      {plan.catalogImpacts.length > 0 && (
        <div className="space-y-1 rounded-lg bg-warn-soft p-3 text-warn-ink">
          <p className="font-medium">{catalog.impactText}</p>
          <ImpactList impacts={plan.catalogImpacts} />
        </div>
      )}
      {plan.warnings.length > 0 && (
        <div className="space-y-1 rounded-lg bg-warn-soft p-3 text-warn-ink">
          <p className="font-medium">{text.warnings}</p>
          <ul className="list-disc space-y-1 pl-5">
            {plan.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function Change({ change }: { change: SpecChange }): ReactNode {
  const { tone, word } = KINDS[change.kind];
  const isSecret = change.kind === SpecChangeKind.SECRET_REWRITTEN;
  return (
    <li className="space-y-1.5 px-3 py-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <code className="font-mono text-xs font-medium break-all">{change.path}</code>
        <Badge tone={tone}>{word}</Badge>
      </div>
      {!isSecret && isLarge(change) && (
        <DiffView
          after={pretty(change.newValue)}
          before={pretty(change.oldValue)}
          context={2}
          label={change.path}
        />
      )}
      {!isSecret && !isLarge(change) && (
        <p className="flex flex-wrap items-center gap-2 font-mono text-xs">
          <Value className="bg-danger-soft text-danger-ink" json={change.oldValue} />
          <Icon name="arrow" size={14} />
          <Value className="bg-ok-soft text-ok-ink" json={change.newValue} />
        </p>
      )}
    </li>
  );
}

/** An object, or a list of objects: a catalog with what is in it. */
function isLarge({ oldValue, newValue }: SpecChange): boolean {
  return /^\[?\{/.test(oldValue) || /^\[?\{/.test(newValue);
}

function pretty(json: string): string {
  return json === "" ? "" : JSON.stringify(JSON.parse(json), null, 2);
}

function Value({ json, className }: { json: string; className: string }): ReactNode {
  if (json === "") return <span className="text-muted">{text.nothing}</span>;
  return <span className={`max-w-full rounded px-1.5 py-0.5 break-all ${className}`}>{json}</span>;
}
