import type { ProjectSettings } from "@svc/proto/svc/admin/v1/project_pb";
import type { ReactNode } from "react";
import { cardOf, useProjectForm } from "../../app/project-form.ts";
import { SwitchField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { settings as text } from "../../strings/settings.ts";

export function NoticesCard({ settings }: { settings: ProjectSettings }): ReactNode {
  const form = useProjectForm({
    securityNotices: !settings.securityNoticesDisabled,
    newDeviceNotices: settings.newDeviceNotices,
  });
  const { values, changed, change, save } = form;
  const submit = () => {
    const { securityNotices, ...rest } = changed;
    const notices = securityNotices !== undefined && { securityNoticesDisabled: !securityNotices };
    return save({ settings: { ...rest, ...notices } });
  };
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
