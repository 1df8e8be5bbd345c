import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { CheckStatus, type SignInProviderCheck } from "@svc/proto/svc/admin/v1/sign_in_provider_pb";
import type { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import type { ReactNode } from "react";
import { useAction } from "../../api/use-action.ts";
import { useProjectSlug } from "../../app/current-project.ts";
import { type Finding, LiveCheck } from "../../components/live-check.tsx";
import { signInMethods as text } from "../../strings/sign-in-methods.ts";

const LOOKS: Record<CheckStatus, Pick<Finding, "tone" | "word">> = {
  [CheckStatus.UNSPECIFIED]: { tone: "neutral", word: text.statuses.unknown },
  [CheckStatus.OK]: { tone: "ok", word: text.statuses.ok },
  [CheckStatus.WARNING]: { tone: "warn", word: text.statuses.warning },
  [CheckStatus.FAILURE]: { tone: "danger", word: text.statuses.failure },
  [CheckStatus.UNKNOWN]: { tone: "neutral", word: text.statuses.unknown },
};

export function ProviderCheck({
  provider,
  name,
  isDirty,
}: {
  provider: OauthProvider;
  name: string;
  isDirty: boolean;
}): ReactNode {
  const project = useProjectSlug();
  const { run, isRunning, failure } = useAction(ProjectService.method.checkSignInProvider, {
    failures: "inline",
  });
  const ask = async () => (await run({ project, provider }))?.checks.map(findingOf);
  return <LiveCheck {...{ of: name, about: text.checkText, isDirty, ask, isRunning, failure }} />;
}

export function findingOf({ title, status, message, remedy }: SignInProviderCheck): Finding {
  return { ...LOOKS[status], title, detail: message, remedy };
}
