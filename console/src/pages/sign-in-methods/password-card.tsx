import type { ProjectSettings } from "@svc/proto/svc/admin/v1/project_pb";
import type { ReactNode } from "react";
import { problemOf } from "../../api/failure.ts";
import { cardOf, useProjectForm } from "../../app/project-form.ts";
import { NumberField, SwitchField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { signInMethods as text } from "../../strings/sign-in-methods.ts";

export function PasswordCard({ settings }: { settings: ProjectSettings }): ReactNode {
  const form = useProjectForm({
    minLength: settings.passwordPolicy?.minLength as number | undefined,
    refuseCommon: settings.passwordPolicy?.allowCommon !== true,
    signUpOpen: !settings.signUpClosed,
    requireEmailVerification: settings.requireEmailVerification,
  });
  const { values, changed, change, save, failure } = form;
  const submit = () =>
    save({
      settings: {
        // An empty field is no length: the server says so.
        passwordPolicy: {
          ...("minLength" in changed && { minLength: changed.minLength ?? 0 }),
          ...(changed.refuseCommon !== undefined && { allowCommon: !changed.refuseCommon }),
        },
        ...(changed.signUpOpen !== undefined && { signUpClosed: !changed.signUpOpen }),
        ...(changed.requireEmailVerification !== undefined && {
          requireEmailVerification: changed.requireEmailVerification,
        }),
      },
    });
  return (
    <FormCard
      {...cardOf(form)}
      description={text.passwordText}
      onSave={() => void submit()}
      title={text.password}
    >
      <NumberField
        hint={text.minLengthHint}
        label={text.minLength}
        max={128}
        min={6}
        onChange={(minLength) => change({ minLength })}
        problem={problemOf(failure, "settings.password_policy.min_length")}
        unit={text.characters}
        value={values.minLength}
      />
      <SwitchField
        hint={text.refuseCommonHint}
        label={text.refuseCommon}
        onChange={(refuseCommon) => change({ refuseCommon })}
        value={values.refuseCommon}
      />
      <SwitchField
        hint={text.signUpOpenHint}
        label={text.signUpOpen}
        onChange={(signUpOpen) => change({ signUpOpen })}
        value={values.signUpOpen}
      />
      <SwitchField
        hint={text.requireVerificationHint}
        label={text.requireVerification}
        onChange={(requireEmailVerification) => change({ requireEmailVerification })}
        value={values.requireEmailVerification}
      />
    </FormCard>
  );
}
