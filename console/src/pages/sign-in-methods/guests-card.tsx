import type { ProjectSettings } from "@svc/proto/svc/admin/v1/project_pb";
import type { ReactNode } from "react";
import { problemOf } from "../../api/failure.ts";
import { cardOf, useProjectForm } from "../../app/project-form.ts";
import { NumberField, SwitchField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { signInMethods as text } from "../../strings/sign-in-methods.ts";

export function GuestsCard({ settings }: { settings: ProjectSettings }): ReactNode {
  const form = useProjectForm({
    allowAnonymousSignIn: settings.allowAnonymousSignIn,
    guestRetentionDays: settings.guestRetentionDays as number | undefined,
  });
  const { values, changed, change, save, failure } = form;
  const submit = () => {
    const { guestRetentionDays, ...rest } = changed;
    // Not 0, which would mean for ever.
    const days = "guestRetentionDays" in changed && { guestRetentionDays: guestRetentionDays ?? -1 };
    return save({ settings: { ...rest, ...days } });
  };
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
