import { create } from "@bufbuild/protobuf";
import { MfaSettingsSchema, type Project } from "@svc/proto/svc/admin/v1/project_pb";
import { MfaPolicy } from "@svc/proto/svc/auth/v1/config_pb";
import type { ReactNode } from "react";
import { problemOf } from "../../api/failure.ts";
import { type ProjectForm, useProjectForm } from "../../app/project-form.ts";
import { cardOf } from "../../app/versioned-form.ts";
import { Badge } from "../../components/badge.tsx";
import { TextAreaField, TextField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { RadioGroup } from "../../components/radio-group.tsx";
import { mfaSettings as text } from "../../strings/mfa-settings.ts";
import { toLines } from "./lines.ts";

type Policy = keyof typeof text.policies;
type Values = ReturnType<typeof valuesOf>;

const SENT: Readonly<Record<Policy, MfaPolicy>> = {
  off: MfaPolicy.OFF,
  optional: MfaPolicy.OPTIONAL,
  required: MfaPolicy.REQUIRED,
  required_by_claim: MfaPolicy.REQUIRED_BY_CLAIM,
};

const POLICIES = Object.keys(SENT) as Policy[];

function valuesOf({ settings }: Project) {
  const { policy, claim, claimValues } = settings?.mfa ?? create(MfaSettingsSchema);
  const known = POLICIES.find((each) => SENT[each] === policy) ?? "off";
  return { policy: known, claim, claimValues: toLines(claimValues) };
}

const LABELS = { policy: text.policy, claim: text.claim, claimValues: text.claimValues };

export function MfaCard({ project }: { project: Project }): ReactNode {
  const form = useProjectForm(valuesOf, { form: "mfa", labels: LABELS });
  const stored = valuesOf(project).policy;
  const submit = () =>
    form.save(({ changed: { policy, claimValues, ...rest } }) => ({
      settings: {
        mfa: {
          ...rest,
          ...(policy !== undefined && { policy: SENT[policy] }),
          ...(claimValues !== undefined && { claimValues: { values: valuesIn(claimValues) } }),
        },
      },
    }));
  return (
    <FormCard
      {...cardOf(form)}
      actions={<Badge tone={stored === "off" ? "neutral" : "ok"}>{text.policies[stored].label}</Badge>}
      description={text.description}
      onSave={() => void submit()}
      title={text.title}
    >
      <Fields form={form} stored={stored} />
    </FormCard>
  );
}

/** One for each line: a value may have spaces in it. */
function valuesIn(lines: string): string[] {
  return lines
    .split("\n")
    .map((value) => value.trim())
    .filter((value) => value !== "");
}

function Fields({ form, stored }: { form: ProjectForm<Values>; stored: Policy }): ReactNode {
  const { values, change, failure } = form;
  const { policy } = values;
  const warning = policy !== stored && policy !== "optional" ? text.warnings[policy] : undefined;
  return (
    <>
      <RadioGroup
        label={text.policy}
        onChange={(policy) => change({ policy })}
        options={POLICIES.map((value) => ({ value, ...text.policies[value] }))}
        value={policy}
      />
      {policy === "required_by_claim" && (
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
          <TextField
            hint={text.claimHint}
            label={text.claim}
            onChange={(claim) => change({ claim: claim.trim() })}
            placeholder="role"
            problem={problemOf(failure, "settings.mfa.claim")}
            spellCheck={false}
            value={values.claim}
          />
          <TextAreaField
            hint={text.claimValuesHint}
            isCode
            label={text.claimValues}
            onChange={(claimValues) => change({ claimValues })}
            placeholder="admin"
            problem={problemOf(failure, "settings.mfa.claim_values")}
            rows={3}
            value={values.claimValues}
          />
        </div>
      )}
      <div role="status">
        {warning && <p className="rounded-lg bg-warn-soft p-3 text-warn-ink">{warning}</p>}
      </div>
    </>
  );
}
