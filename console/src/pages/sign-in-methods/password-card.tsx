import type { Project } from "@svc/proto/svc/admin/v1/project_pb";
import type { ReactNode } from "react";
import { problemOf } from "../../api/failure.ts";
import { useProjectForm } from "../../app/project-form.ts";
import { cardOf } from "../../app/versioned-form.ts";
import { NumberField, SwitchField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { signInMethods as text } from "../../strings/sign-in-methods.ts";

const valuesOf = ({ settings }: Project) => ({
  minLength: settings?.passwordPolicy?.minLength,
  refuseCommon: settings?.passwordPolicy?.allowCommon !== true,
  signUpOpen: settings?.signUpClosed !== true,
  requireEmailVerification: settings?.requireEmailVerification ?? false,
});

export function PasswordCard(): ReactNode {
  const form = useProjectForm(valuesOf, {
    form: "password",
    labels: {
      minLength: text.minLength,
      refuseCommon: text.refuseCommon,
      signUpOpen: text.signUpOpen,
      requireEmailVerification: text.requireVerification,
    },
  });
  const { values, change, save, failure } = form;
  const submit = () =>
    save(({ changed }) => ({
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
    }));
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
