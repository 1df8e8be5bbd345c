import { create } from "@bufbuild/protobuf";
import { type GoogleSettings, GoogleSettingsSchema, type Project } from "@svc/proto/svc/admin/v1/project_pb";
import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import type { ReactNode } from "react";
import { problemOf } from "../../api/failure.ts";
import { baseUrlOf } from "../../app/base-url.ts";
import { type ProjectForm, useProjectForm } from "../../app/project-form.ts";
import { SwitchField, TextAreaField, TextField } from "../../components/fields.tsx";
import { Fold } from "../../components/fold.tsx";
import { signInMethods as text } from "../../strings/sign-in-methods.ts";
import { fromLines, toLines } from "./lines.ts";
import { ProviderCheck } from "./provider-check.tsx";
import { ProviderForm } from "./provider-form.tsx";
import { type SecretChange, StoredSecret, useForgetful } from "./stored-secret.tsx";

type GoogleValues = ReturnType<typeof valuesOf>;

function valuesOf({ settings }: Project) {
  const google = settings?.google ?? create(GoogleSettingsSchema);
  const { enabled, webClientId, iosClientId, androidClientId, allowMissingNonce, androidPackage } = google;
  return {
    enabled,
    webClientId,
    iosClientId,
    androidClientId,
    allowMissingNonce,
    androidPackage,
    sha1: toLines(google.androidSha1Fingerprints),
    sha256: toLines(google.androidSha256Fingerprints),
    webClientSecret: undefined as SecretChange,
  };
}

const LABELS = {
  enabled: text.googleOn,
  webClientId: text.webClientId,
  iosClientId: text.iosClientId,
  androidClientId: text.androidClientId,
  allowMissingNonce: text.allowMissingNonce,
  androidPackage: text.androidPackage,
  sha1: text.sha1,
  sha256: text.sha256,
};

export function GoogleCard({ project }: { project: Project }): ReactNode {
  const google = project.settings?.google;
  return google && <Google google={google} project={project} />;
}

function Google({ project, google }: { project: Project; google: GoogleSettings }) {
  const form = useForgetful(
    useProjectForm(valuesOf, { form: "google", labels: LABELS, secrets: ["webClientSecret"] }),
  );
  const submit = () =>
    form.save(({ changed: { sha1, sha256, ...rest } }) => ({
      settings: {
        google: {
          ...rest,
          ...(sha1 !== undefined && { androidSha1Fingerprints: { values: fromLines(sha1) } }),
          ...(sha256 !== undefined && { androidSha256Fingerprints: { values: fromLines(sha256) } }),
        },
      },
    }));
  return (
    <ProviderForm
      addresses={[
        {
          label: text.googleRedirect,
          value: `${baseUrlOf(project)}/oauth/google/callback`,
          hint: text.googleRedirectHint,
        },
      ]}
      check={<ProviderCheck isDirty={form.isDirty} name={text.google} provider={OauthProvider.GOOGLE} />}
      description={text.googleText}
      form={form}
      onSave={() => void submit()}
      state={project.signInProviders.find(({ provider }) => provider === OauthProvider.GOOGLE)}
      title={text.google}
    >
      <ClientFields form={form} hasSecret={google.hasWebClientSecret} />
      <AndroidFields form={form} />
    </ProviderForm>
  );
}

type FieldsProps = { form: ProjectForm<GoogleValues> & { round: number } };

function ClientFields({
  form: { values, change, failure, round },
  hasSecret,
}: FieldsProps & { hasSecret: boolean }): ReactNode {
  const problem = (name: string) => problemOf(failure, `settings.google.${name}`);
  return (
    <>
      <SwitchField
        hint={text.googleOnHint}
        label={text.googleOn}
        onChange={(enabled) => change({ enabled })}
        problem={problem("enabled")}
        value={values.enabled}
      />
      <TextField
        hint={text.webClientIdHint}
        label={text.webClientId}
        onChange={(id) => change({ webClientId: id.trim() })}
        problem={problem("web_client_id")}
        spellCheck={false}
        value={values.webClientId}
      />
      <StoredSecret
        hint={text.webClientSecretHint}
        isStored={hasSecret}
        key={round}
        label={text.webClientSecret}
        onChange={(webClientSecret) => change({ webClientSecret })}
        problem={problem("web_client_secret")}
        value={values.webClientSecret}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={text.iosClientId}
          onChange={(id) => change({ iosClientId: id.trim() })}
          problem={problem("ios_client_id")}
          spellCheck={false}
          value={values.iosClientId}
        />
        <TextField
          hint={text.androidClientIdHint}
          label={text.androidClientId}
          onChange={(id) => change({ androidClientId: id.trim() })}
          problem={problem("android_client_id")}
          spellCheck={false}
          value={values.androidClientId}
        />
      </div>
      <SwitchField
        hint={text.allowMissingNonceHint}
        label={text.allowMissingNonce}
        onChange={(allowMissingNonce) => change({ allowMissingNonce })}
        value={values.allowMissingNonce}
      />
    </>
  );
}

function AndroidFields({ form: { values, change, failure } }: FieldsProps): ReactNode {
  const problem = (name: string) => problemOf(failure, `settings.google.${name}`);
  const isUsed = [values.androidPackage, values.sha1, values.sha256].some((value) => value !== "");
  const isRefused = failure?.field.startsWith("settings.google.android_") ?? false;
  return (
    <Fold isOpen={isUsed || isRefused} text={text.androidText} title={text.android}>
      <TextField
        label={text.androidPackage}
        onChange={(name) => change({ androidPackage: name.trim() })}
        placeholder="com.example.app"
        problem={problem("android_package")}
        spellCheck={false}
        value={values.androidPackage}
      />
      <TextAreaField
        hint={text.fingerprintHint}
        isCode
        label={text.sha256}
        onChange={(sha256) => change({ sha256 })}
        problem={problem("android_sha256_fingerprints")}
        rows={2}
        value={values.sha256}
      />
      <TextAreaField
        hint={text.sha1Hint}
        isCode
        label={text.sha1}
        onChange={(sha1) => change({ sha1 })}
        problem={problem("android_sha1_fingerprints")}
        rows={2}
        value={values.sha1}
      />
    </Fold>
  );
}
