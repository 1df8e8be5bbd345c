import type { Project } from "@svc/proto/svc/admin/v1/project_pb";
import { type ReactNode, useId, useMemo } from "react";
import { problemOf } from "../../api/failure.ts";
import { useProjectForm } from "../../app/project-form.ts";
import { cardOf } from "../../app/versioned-form.ts";
import { TextField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { settings as text } from "../../strings/settings.ts";

const valuesOf = ({ name, settings }: Project) => ({ name, timezone: settings?.timezone ?? "" });

export function GeneralCard({ project }: { project: Project }): ReactNode {
  const zones = useId();
  const known = useMemo(() => Intl.supportedValuesOf("timeZone"), []);
  const form = useProjectForm(valuesOf, {
    form: "general",
    labels: { name: text.name, timezone: text.timezone },
  });
  const { values, change, save, failure } = form;
  const submit = () =>
    save(({ changed: { name, timezone } }) => ({
      ...(name !== undefined && { name }),
      ...(timezone !== undefined && { settings: { timezone } }),
    }));
  return (
    <FormCard {...cardOf(form)} onSave={() => void submit()} title={text.general}>
      <datalist id={zones}>
        {known.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <TextField
        hint={text.nameHint}
        label={text.name}
        onChange={(name) => change({ name })}
        problem={problemOf(failure, "name")}
        value={values.name}
      />
      <TextField disabled hint={text.slugHint} label={text.slug} onChange={() => {}} value={project.slug} />
      <TextField
        hint={text.timezoneHint}
        label={text.timezone}
        list={zones}
        onChange={(timezone) => change({ timezone: timezone.trim() })}
        problem={problemOf(failure, "settings.timezone")}
        spellCheck={false}
        value={values.timezone}
      />
    </FormCard>
  );
}
