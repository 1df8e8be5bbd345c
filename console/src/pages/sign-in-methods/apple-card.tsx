import { create } from "@bufbuild/protobuf";
import { type AppleSettings, AppleSettingsSchema, type Project } from "@svc/proto/svc/admin/v1/project_pb";
import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import type { ReactNode } from "react";
import { problemOf } from "../../api/failure.ts";
import { baseUrlOf } from "../../app/base-url.ts";
import { type ProjectForm, useProjectForm } from "../../app/project-form.ts";
import { SwitchField, TextField } from "../../components/fields.tsx";
import { signInMethods as text } from "../../strings/sign-in-methods.ts";
import { ProviderCheck } from "./provider-check.tsx";
import { type Address, ProviderForm } from "./provider-form.tsx";
import { P8_FILE, type SecretChange, StoredSecret, useForgetful } from "./stored-secret.tsx";

type AppleValues = ReturnType<typeof valuesOf>;

function valuesOf({ settings }: Project) {
  const { enabled, bundleId, servicesId, teamId, keyId } = settings?.apple ?? create(AppleSettingsSchema);
  return { enabled, bundleId, servicesId, teamId, keyId, privateKey: undefined as SecretChange };
}

const LABELS = {
  enabled: text.appleOn,
  bundleId: text.bundleId,
  servicesId: text.servicesId,
  teamId: text.teamId,
  keyId: text.keyId,
};

export function AppleCard({ project }: { project: Project }): ReactNode {
  const apple = project.settings?.apple;
  return apple && <Apple apple={apple} project={project} />;
}

function Apple({ project, apple }: { project: Project; apple: AppleSettings }): ReactNode {
  const form = useForgetful(
    useProjectForm(valuesOf, { form: "apple", labels: LABELS, secrets: ["privateKey"] }),
  );
  return (
    <ProviderForm
      addresses={addressesOf(project)}
      check={<ProviderCheck isDirty={form.isDirty} name={text.apple} provider={OauthProvider.APPLE} />}
      description={text.appleText}
      form={form}
      onSave={() => void form.save(({ changed }) => ({ settings: { apple: changed } }))}
      state={project.signInProviders.find(({ provider }) => provider === OauthProvider.APPLE)}
      title={text.apple}
    >
      <Fields form={form} hasKey={apple.hasKey} />
    </ProviderForm>
  );
}

function addressesOf(project: Project): Address[] {
  const base = `${baseUrlOf(project)}/oauth/apple`;
  return [
    { label: text.appleRedirect, value: `${base}/callback`, hint: text.appleRedirectHint },
    {
      label: text.appleNotifications,
      value: `${base}/notifications/${project.slug}`,
      hint: text.appleNotificationsHint,
    },
  ];
}

function Fields({
  form: { values, change, failure, round },
  hasKey,
}: {
  form: ProjectForm<AppleValues> & { round: number };
  hasKey: boolean;
}): ReactNode {
  const id = (name: "bundleId" | "servicesId" | "teamId" | "keyId", field: string, hint: string) => (
    <TextField
      hint={hint}
      label={text[name]}
      onChange={(typed) => change({ [name]: typed.trim() })}
      problem={problemOf(failure, `settings.apple.${field}`)}
      spellCheck={false}
      value={values[name]}
    />
  );
  return (
    <>
      <SwitchField
        hint={text.appleOnHint}
        label={text.appleOn}
        onChange={(enabled) => change({ enabled })}
        problem={problemOf(failure, "settings.apple.enabled")}
        value={values.enabled}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        {id("bundleId", "bundle_id", text.bundleIdHint)}
        {id("servicesId", "services_id", text.servicesIdHint)}
        {id("teamId", "team_id", text.tenHint)}
        {id("keyId", "key_id", text.tenHint)}
      </div>
      <StoredSecret
        file={P8_FILE}
        hint={text.privateKeyHint}
        isStored={hasKey}
        key={round}
        label={text.privateKey}
        onChange={(privateKey) => change({ privateKey })}
        problem={problemOf(failure, "settings.apple.private_key")}
        value={values.privateKey}
      />
    </>
  );
}
