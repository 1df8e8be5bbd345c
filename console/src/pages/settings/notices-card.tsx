import type { Project } from "@svc/proto/svc/admin/v1/project_pb";
import type { ReactNode } from "react";
import { useProjectForm } from "../../app/project-form.ts";
import { cardOf } from "../../app/versioned-form.ts";
import { SwitchField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { settings as text } from "../../strings/settings.ts";

const valuesOf = ({ settings }: Project) => ({
  securityNotices: settings?.securityNoticesDisabled !== true,
  newDeviceNotices: settings?.newDeviceNotices ?? false,
});

export function NoticesCard(): ReactNode {
  const form = useProjectForm(valuesOf, {
    form: "notices",
    labels: { securityNotices: text.securityNotices, newDeviceNotices: text.newDeviceNotices },
  });
  const { values, change, save } = form;
  const submit = () =>
    save(({ changed: { securityNotices, ...rest } }) => {
      const notices = securityNotices !== undefined && { securityNoticesDisabled: !securityNotices };
      return { settings: { ...rest, ...notices } };
    });
  return (
    <FormCard
      {...cardOf(form)}
      description={text.noticesText}
      onSave={() => void submit()}
      title={text.notices}
    >
      <SwitchField
        hint={text.securityNoticesHint}
        label={text.securityNotices}
        onChange={(securityNotices) => change({ securityNotices })}
        value={values.securityNotices}
      />
      <SwitchField
        hint={text.newDeviceNoticesHint}
        label={text.newDeviceNotices}
        onChange={(newDeviceNotices) => change({ newDeviceNotices })}
        value={values.newDeviceNotices}
      />
    </FormCard>
  );
}
