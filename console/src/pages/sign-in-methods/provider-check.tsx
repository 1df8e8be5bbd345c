import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { CheckStatus, type SignInProviderCheck } from "@svc/proto/svc/admin/v1/sign_in_provider_pb";
import type { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { useProjectSlug } from "../../app/current-project.ts";
import { Badge, type Tone } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { signInMethods as text } from "../../strings/sign-in-methods.ts";

const LOOKS: Record<CheckStatus, { tone: Tone; word: string }> = {
  [CheckStatus.UNSPECIFIED]: { tone: "neutral", word: text.statuses.unknown },
  [CheckStatus.OK]: { tone: "ok", word: text.statuses.ok },
  [CheckStatus.WARNING]: { tone: "warn", word: text.statuses.warning },
  [CheckStatus.FAILURE]: { tone: "danger", word: text.statuses.failure },
  [CheckStatus.UNKNOWN]: { tone: "neutral", word: text.statuses.unknown },
};

/** Tries what is stored at the provider, when somebody asks for it. */
export function ProviderCheck({
  provider,
  name,
  isDirty,
}: {
  provider: OauthProvider;
  name: string;
  /** What is typed and not stored would not be what is checked. */
  isDirty: boolean;
}): ReactNode {
  const project = useProjectSlug();
  const [checks, setChecks] = useState<readonly SignInProviderCheck[]>();
  const check = useAction(ProjectService.method.checkSignInProvider, { failures: "inline" });
  const run = async (): Promise<void> => {
    setChecks(undefined);
    setChecks((await check.run({ project, provider }))?.checks);
  };
  return (
    <div className="space-y-3">
      <div className="space-y-1">
        <h3 className="font-medium">{text.checkTitle}</h3>
        <p className="text-xs text-muted">{isDirty ? text.checkDirty : text.checkText}</p>
      </div>
      <Button disabled={isDirty} icon="refresh" isBusy={check.isRunning} onClick={() => void run()}>
        {checks ? text.checkAgain : text.check}
      </Button>
      {check.failure && <ErrorNotice failure={check.failure} />}
      <div aria-live="polite">
        {checks && (
          <ul
            aria-label={text.checkResults(name)}
            className="divide-y divide-line rounded-lg border border-line bg-sunken"
          >
            {checks.map((one) => (
              <CheckRow check={one} key={one.name} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function CheckRow({ check }: { check: SignInProviderCheck }): ReactNode {
  const { tone, word } = LOOKS[check.status];
  return (
    <li className="space-y-0.5 px-3 py-2">
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 font-medium break-words">{check.title}</p>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p className="text-xs break-words text-muted">{check.message}</p>
      {check.remedy && (
        <p className="text-xs break-words">
          <span className="font-medium">{text.remedy}</span> {check.remedy}
        </p>
      )}
    </li>
  );
}
