import { type ReactNode, useState } from "react";
import type { Failure } from "../api/failure.ts";
import { liveCheck as text } from "../strings/live-check.ts";
import { Badge, type Tone } from "./badge.tsx";
import { Button } from "./button.tsx";
import { ErrorNotice } from "./error-notice.tsx";

export type Finding = Readonly<{
  title: string;
  tone: Tone;
  word: string;
  detail: string;
  /** What to do; empty when there is nothing to do. */
  remedy: string;
}>;

/** Tries what is stored at somebody else's, when somebody asks for it. */
export function LiveCheck({
  of,
  about,
  isDirty,
  ask,
  isRunning,
  failure,
}: {
  of: string;
  about: string;
  /** What is typed and not stored would not be what is checked. */
  isDirty: boolean;
  ask: () => Promise<readonly Finding[] | undefined>;
  isRunning: boolean;
  failure: Failure | undefined;
}): ReactNode {
  const [findings, setFindings] = useState<readonly Finding[]>();
  const run = async (): Promise<void> => {
    setFindings(undefined);
    setFindings(await ask());
  };
  return (
    <div className="space-y-3">
      <div className="space-y-1">
        <h3 className="font-medium">{text.title}</h3>
        <p className="text-xs text-muted">{isDirty ? text.isDirty : about}</p>
      </div>
      <Button
        needs="administrator"
        disabled={isDirty}
        icon="refresh"
        isBusy={isRunning}
        onClick={() => void run()}
      >
        {findings ? text.checkAgain : text.check}
      </Button>
      {failure && <ErrorNotice failure={failure} />}
      <div aria-live="polite">
        {findings && (
          <ul
            aria-label={text.results(of)}
            className="divide-y divide-line rounded-lg border border-line bg-sunken"
          >
            {findings.map((finding) => (
              <FindingRow finding={finding} key={finding.title} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function FindingRow({ finding: { title, tone, word, detail, remedy } }: { finding: Finding }): ReactNode {
  return (
    <li className="space-y-0.5 px-3 py-2">
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 font-medium break-words">{title}</p>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p className="text-xs break-words text-muted">{detail}</p>
      {remedy && (
        <p className="text-xs break-words">
          <span className="font-medium">{text.remedy}</span> {remedy}
        </p>
      )}
    </li>
  );
}
