import type { Project } from "@svc/proto/svc/admin/v1/project_pb";
import type { ReactNode } from "react";
import { problemOf } from "../../api/failure.ts";
import { useProjectForm } from "../../app/project-form.ts";
import { cardOf } from "../../app/versioned-form.ts";
import { NumberField, SwitchField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { settings as text } from "../../strings/settings.ts";

const valuesOf = ({ settings }: Project) => ({
  deletionGraceDays: settings?.deletionGraceDays,
  banErasedUsers: settings?.banErasedUsers ?? false,
});

export function DeletionCard(): ReactNode {
  const form = useProjectForm(valuesOf, {
    form: "deletion",
    labels: { deletionGraceDays: text.graceDays, banErasedUsers: text.banErased },
  });
  const { values, change, save, failure } = form;
  const submit = () =>
    save(({ changed }) => {
      const { deletionGraceDays, ...rest } = changed;
      // An empty field is sent as a number that the server refuses; 0 would mean at once.
      const days = "deletionGraceDays" in changed && { deletionGraceDays: deletionGraceDays ?? -1 };
      return { settings: { ...rest, ...days } };
    });
  return (
    <FormCard
      {...cardOf(form)}
      description={text.deletionText}
      onSave={() => void submit()}
      title={text.deletion}
    >
      <NumberField
        hint={text.graceDaysHint}
        label={text.graceDays}
        max={90}
        min={0}
        onChange={(deletionGraceDays) => change({ deletionGraceDays })}
        problem={problemOf(failure, "settings.deletion_grace_days")}
        unit={text.days}
        value={values.deletionGraceDays}
      />
      <SwitchField
        hint={text.banErasedHint}
        label={text.banErased}
        onChange={(banErasedUsers) => change({ banErasedUsers })}
        value={values.banErasedUsers}
      />
    </FormCard>
  );
}
