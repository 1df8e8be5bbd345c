import { create } from "@bufbuild/protobuf";
import { PasskeySettingsSchema, type Project } from "@svc/proto/svc/admin/v1/project_pb";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import type { ReactNode } from "react";
import { problemOf } from "../../api/failure.ts";
import { useAction } from "../../api/use-action.ts";
import { useProjectSlug } from "../../app/current-project.ts";
import { type ProjectForm, useProjectForm } from "../../app/project-form.ts";
import { cardOf } from "../../app/versioned-form.ts";
import { Badge } from "../../components/badge.tsx";
import { SwitchField, TextAreaField, TextField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { LiveCheck } from "../../components/live-check.tsx";
import { passkeySettings as text } from "../../strings/passkey-settings.ts";
import { signInMethods } from "../../strings/sign-in-methods.ts";
import { toLines } from "./lines.ts";
import { findingOf } from "./provider-check.tsx";

type Values = ReturnType<typeof valuesOf>;

function valuesOf({ settings }: Project) {
  const { enabled, rpId, origins } = settings?.passkeys ?? create(PasskeySettingsSchema);
  return { enabled, rpId, origins: toLines(origins) };
}

const LABELS = { enabled: text.enabled, rpId: text.rpId, origins: text.origins };

export function PasskeysCard({ project }: { project: Project }): ReactNode {
  const form = useProjectForm(valuesOf, { form: "passkeys", labels: LABELS });
  const stored = valuesOf(project);
  const submit = () =>
    form.save(({ changed: { origins, ...rest } }) => ({
      settings: {
        passkeys: { ...rest, ...(origins !== undefined && { origins: { values: originsIn(origins) } }) },
      },
    }));
  return (
    <FormCard
      {...cardOf(form)}
      actions={
        <Badge tone={stored.enabled ? "ok" : "neutral"}>{stored.enabled ? text.on : signInMethods.off}</Badge>
      }
      description={text.description}
      onSave={() => void submit()}
      title={text.title}
    >
      <div className="grid grid-cols-1 gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="min-w-0 space-y-5">
          <Fields form={form} storedRpId={stored.rpId} />
        </div>
        <aside className="min-w-0 border-line max-lg:border-t max-lg:pt-5 lg:border-l lg:pl-8">
          <Check isDirty={form.isDirty} />
        </aside>
      </div>
    </FormCard>
  );
}

/** One for each line. Unlike fingerprints, they are not in capitals. */
function originsIn(lines: string): string[] {
  return lines.split(/[\s,]+/).filter((origin) => origin !== "");
}

function Fields({ form, storedRpId }: { form: ProjectForm<Values>; storedRpId: string }): ReactNode {
  const { values, change, failure } = form;
  const isMoved = storedRpId !== "" && values.rpId !== storedRpId;
  return (
    <>
      <SwitchField
        hint={text.enabledHint}
        label={text.enabled}
        onChange={(enabled) => change({ enabled })}
        problem={problemOf(failure, "settings.passkeys.enabled")}
        value={values.enabled}
      />
      <TextField
        hint={text.rpIdHint}
        label={text.rpId}
        onChange={(rpId) => change({ rpId: rpId.trim().toLowerCase() })}
        placeholder="example.com"
        problem={problemOf(failure, "settings.passkeys.rp_id")}
        spellCheck={false}
        value={values.rpId}
      />
      <div role="status">
        {isMoved && <p className="rounded-lg bg-warn-soft p-3 text-warn-ink">{text.moved(storedRpId)}</p>}
      </div>
      <TextAreaField
        hint={text.originsHint}
        isCode
        label={text.origins}
        onChange={(origins) => change({ origins })}
        placeholder="https://app.example.com"
        problem={problemOf(failure, "settings.passkeys.origins")}
        rows={3}
        value={values.origins}
      />
    </>
  );
}

function Check({ isDirty }: { isDirty: boolean }): ReactNode {
  const project = useProjectSlug();
  const { run, isRunning, failure } = useAction(ProjectService.method.checkPasskeys, { failures: "inline" });
  const ask = async () => (await run({ project }))?.checks.map(findingOf);
  return <LiveCheck {...{ of: text.title, about: text.checkText, isDirty, ask, isRunning, failure }} />;
}
