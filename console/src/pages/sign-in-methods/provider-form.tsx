import type { SignInProviderState } from "@svc/proto/svc/admin/v1/sign_in_provider_pb";
import type { ReactNode } from "react";
import type { ProjectForm } from "../../app/project-form.ts";
import { cardOf } from "../../app/versioned-form.ts";
import { Badge } from "../../components/badge.tsx";
import { CopyField } from "../../components/copy-field.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { signInMethods as text } from "../../strings/sign-in-methods.ts";

export type Address = { label: string; value: string; hint: string };

/** The card of a provider: its settings, what to enter at the provider, and whether it works. */
export function ProviderForm<Values extends object>({
  title,
  description,
  state,
  form,
  onSave,
  addresses,
  check,
  children,
}: {
  title: string;
  description: string;
  state: SignInProviderState | undefined;
  form: ProjectForm<Values>;
  onSave: () => void;
  addresses: readonly Address[];
  check: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <FormCard
      {...cardOf(form)}
      actions={<StateBadge state={state} />}
      description={description}
      onSave={onSave}
      title={title}
    >
      <div className="grid grid-cols-1 gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="min-w-0 space-y-5">{children}</div>
        <aside className="min-w-0 space-y-5 border-line max-lg:border-t max-lg:pt-5 lg:border-l lg:pl-8">
          <Readiness state={state} />
          {addresses.map((address) => (
            <CopyField key={address.label} {...address} />
          ))}
          {check}
        </aside>
      </div>
    </FormCard>
  );
}

function StateBadge({ state }: { state: SignInProviderState | undefined }): ReactNode {
  if (!state?.enabled) return <Badge>{text.off}</Badge>;
  const isReady = state.nativeReady || state.browserReady;
  return <Badge tone={isReady ? "ok" : "warn"}>{isReady ? text.ready : text.notReady}</Badge>;
}

function Readiness({ state }: { state: SignInProviderState | undefined }): ReactNode {
  const missing = state?.enabled ? state.missingForBrowser : [];
  const ways = [
    { name: text.native, isReady: state?.nativeReady ?? false },
    { name: text.browser, isReady: state?.browserReady ?? false },
  ];
  return (
    <div className="space-y-1.5">
      <h3 className="font-medium">{text.readinessTitle}</h3>
      <ul className="space-y-1.5">
        {ways.map(({ name, isReady }) => (
          <li className="flex items-center justify-between gap-3" key={name}>
            <span className="text-muted">{name}</span>
            <Badge tone={isReady ? "ok" : "neutral"}>
              {isReady ? text.ready : state?.enabled ? text.notReady : text.off}
            </Badge>
          </li>
        ))}
      </ul>
      {missing.length > 0 && <p className="text-xs break-words text-muted">{text.missing(missing)}</p>}
    </div>
  );
}
