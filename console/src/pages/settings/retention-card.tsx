import type { Project } from "@svc/proto/svc/admin/v1/project_pb";
import type { ReactNode } from "react";
import { problemOf } from "../../api/failure.ts";
import { useProjectForm } from "../../app/project-form.ts";
import { cardOf } from "../../app/versioned-form.ts";
import { NumberField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { settings as text } from "../../strings/settings.ts";

const valuesOf = ({ settings }: Project) => ({
  eventDays: settings?.eventRetentionDays,
  ipDays: settings?.ipRetentionDays,
  purchaseDays: settings?.ownerlessPurchaseRetentionDays,
});

export function RetentionCard(): ReactNode {
  const form = useProjectForm(valuesOf, {
    form: "retention",
    labels: { eventDays: text.eventDays, ipDays: text.ipDays, purchaseDays: text.purchaseDays },
  });
  const { values, change, save, failure } = form;
  // An empty field is sent as a number that the server refuses; 0 would mean no end.
  const submit = () =>
    save(({ changed }) => ({
      settings: {
        ...("eventDays" in changed && { eventRetentionDays: changed.eventDays ?? -1 }),
        ...("ipDays" in changed && { ipRetentionDays: changed.ipDays ?? -1 }),
        ...("purchaseDays" in changed && { ownerlessPurchaseRetentionDays: changed.purchaseDays ?? -1 }),
      },
    }));
  return (
    <FormCard
      {...cardOf(form)}
      description={text.retentionText}
      onSave={() => void submit()}
      title={text.retention}
    >
      <NumberField
        hint={text.eventDaysHint}
        label={text.eventDays}
        max={3650}
        min={1}
        onChange={(eventDays) => change({ eventDays })}
        problem={problemOf(failure, "settings.event_retention_days")}
        unit={text.days}
        value={values.eventDays}
      />
      <NumberField
        hint={text.ipDaysHint}
        label={text.ipDays}
        max={3650}
        min={0}
        onChange={(ipDays) => change({ ipDays })}
        problem={problemOf(failure, "settings.ip_retention_days")}
        unit={text.days}
        value={values.ipDays}
      />
      <NumberField
        hint={text.purchaseDaysHint}
        label={text.purchaseDays}
        max={36_500}
        min={0}
        onChange={(purchaseDays) => change({ purchaseDays })}
        problem={problemOf(failure, "settings.ownerless_purchase_retention_days")}
        unit={text.days}
        value={values.purchaseDays}
      />
    </FormCard>
  );
}
