import type { Project } from "@svc/proto/svc/admin/v1/project_pb";
import type { ReactNode } from "react";
import { useProjectForm } from "../../app/project-form.ts";
import { cardOf } from "../../app/versioned-form.ts";
import { SwitchField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { signInMethods as text } from "../../strings/sign-in-methods.ts";

const valuesOf = ({ settings }: Project) => ({ allowEmailCodes: settings?.allowEmailCodes ?? false });

export function EmailCodeCard(): ReactNode {
  const form = useProjectForm(valuesOf, {
    form: "email-codes",
    labels: { allowEmailCodes: text.allowEmailCodes },
  });
  const { values, change, save } = form;
  return (
    <FormCard
      {...cardOf(form)}
      description={text.emailCodesText}
      onSave={() => void save(({ changed }) => ({ settings: changed }))}
      title={text.emailCodes}
    >
      <SwitchField
        hint={text.allowEmailCodesHint}
        label={text.allowEmailCodes}
        onChange={(allowEmailCodes) => change({ allowEmailCodes })}
        value={values.allowEmailCodes}
      />
    </FormCard>
  );
}
