import type { Project } from "@svc/proto/svc/admin/v1/project_pb";
import type { ReactNode } from "react";
import { problemOf } from "../../api/failure.ts";
import { useProjectForm } from "../../app/project-form.ts";
import { cardOf } from "../../app/versioned-form.ts";
import { NumberField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { settings as text } from "../../strings/settings.ts";

const valuesOf = ({ settings }: Project) => ({
  refreshTokenDays: settings?.refreshTokenDays,
  sessionMaxDays: settings?.sessionMaxDays,
  maxSessionsPerUser: settings?.maxSessionsPerUser,
});

export function SessionsCard(): ReactNode {
  const form = useProjectForm(valuesOf, {
    form: "sessions",
    labels: {
      refreshTokenDays: text.refreshDays,
      sessionMaxDays: text.maxDays,
      maxSessionsPerUser: text.maxSessions,
    },
  });
  const { values, change, save, failure } = form;
  // An empty field is sent as a number that the server refuses; for the sessions 0 would mean no limit.
  const submit = () =>
    save(({ changed }) => ({
      settings: {
        ...("refreshTokenDays" in changed && { refreshTokenDays: changed.refreshTokenDays ?? 0 }),
        ...("sessionMaxDays" in changed && { sessionMaxDays: changed.sessionMaxDays ?? 0 }),
        ...("maxSessionsPerUser" in changed && { maxSessionsPerUser: changed.maxSessionsPerUser ?? -1 }),
      },
    }));
  return (
    <FormCard
      {...cardOf(form)}
      description={text.sessionsText}
      onSave={() => void submit()}
      title={text.sessions}
    >
      <NumberField
        hint={text.refreshDaysHint}
        label={text.refreshDays}
        max={3650}
        min={1}
        onChange={(refreshTokenDays) => change({ refreshTokenDays })}
        problem={problemOf(failure, "settings.refresh_token_days")}
        unit={text.days}
        value={values.refreshTokenDays}
      />
      <NumberField
        hint={text.maxDaysHint}
        label={text.maxDays}
        max={3650}
        min={1}
        onChange={(sessionMaxDays) => change({ sessionMaxDays })}
        problem={problemOf(failure, "settings.session_max_days")}
        unit={text.days}
        value={values.sessionMaxDays}
      />
      <NumberField
        hint={text.maxSessionsHint}
        label={text.maxSessions}
        max={10_000}
        min={0}
        onChange={(maxSessionsPerUser) => change({ maxSessionsPerUser })}
        problem={problemOf(failure, "settings.max_sessions_per_user")}
        value={values.maxSessionsPerUser}
      />
    </FormCard>
  );
}
