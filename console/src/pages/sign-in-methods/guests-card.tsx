import type { Project } from "@svc/proto/svc/admin/v1/project_pb";
import type { ReactNode } from "react";
import { problemOf } from "../../api/failure.ts";
import { useProjectForm } from "../../app/project-form.ts";
import { cardOf } from "../../app/versioned-form.ts";
import { NumberField, SwitchField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { signInMethods as text } from "../../strings/sign-in-methods.ts";

const valuesOf = ({ settings }: Project) => ({
  allowAnonymousSignIn: settings?.allowAnonymousSignIn ?? false,
  guestRetentionDays: settings?.guestRetentionDays,
});

export function GuestsCard(): ReactNode {
  const form = useProjectForm(valuesOf, {
    form: "guests",
    labels: { allowAnonymousSignIn: text.allowGuests, guestRetentionDays: text.retention },
  });
  const { values, change, save, failure } = form;
  const submit = () =>
    save(({ changed }) => {
      const { guestRetentionDays, ...rest } = changed;
      // Not 0, which would mean for ever.
      const days = "guestRetentionDays" in changed && { guestRetentionDays: guestRetentionDays ?? -1 };
      return { settings: { ...rest, ...days } };
    });
  return (
    <FormCard
      {...cardOf(form)}
      description={text.guestsText}
      onSave={() => void submit()}
      title={text.guests}
    >
      <SwitchField
        hint={text.allowGuestsHint}
        label={text.allowGuests}
        onChange={(allowAnonymousSignIn) => change({ allowAnonymousSignIn })}
        value={values.allowAnonymousSignIn}
      />
      <NumberField
        hint={text.retentionHint}
        label={text.retention}
        max={3650}
        min={0}
        onChange={(guestRetentionDays) => change({ guestRetentionDays })}
        problem={problemOf(failure, "settings.guest_retention_days")}
        unit={text.days}
        value={values.guestRetentionDays}
      />
    </FormCard>
  );
}
