import { create } from "@bufbuild/protobuf";
import {
  type BillingSettings,
  type PlayStoreSettings,
  PlayStoreSettingsSchema,
} from "@svc/proto/svc/admin/v1/billing_settings_pb";
import type { ReactNode } from "react";
import { problemOf } from "../../../api/failure.ts";
import { useProjectSlug } from "../../../app/current-project.ts";
import { stores as text } from "../../../strings/billing.ts";
import { type SecretChange, StoredSecret, useForgetful } from "../../sign-in-methods/stored-secret.tsx";
import { useBillingForm } from "../billing-form.ts";
import type { StoreCardProps } from "../store-entry.ts";
import { IdField, StoreForm } from "../store-form.tsx";

const JSON_FILE = {
  choose: text.chooseJson,
  accept: ".json",
  placeholder: '{ "type": "service_account", … }',
};

function valuesOf({ playStore }: BillingSettings) {
  const { packageName, cloudProject, pubsubTopic, pubsubServiceAccount } =
    playStore ?? create(PlayStoreSettingsSchema);
  const ids = { packageName, cloudProject, pubsubTopic, pubsubServiceAccount };
  return { ...ids, serviceAccount: undefined as SecretChange };
}

const LABELS = {
  packageName: text.packageName,
  cloudProject: text.cloudProject,
  pubsubTopic: text.topic,
  pubsubServiceAccount: text.pushAccount,
};

type Props = Omit<StoreCardProps, "settings"> & { settings: PlayStoreSettings };

export function PlayStoreCard({ settings, ...props }: StoreCardProps): ReactNode {
  return settings.playStore && <Settings {...props} settings={settings.playStore} />;
}

function Settings({ store, settings, status }: Props): ReactNode {
  const form = useForgetful(
    useBillingForm(valuesOf, { form: "playStore", labels: LABELS, secrets: ["serviceAccount"] }),
  );
  const project = useProjectSlug();
  return (
    <StoreForm
      command={`svc setup billing --project ${project} \\
  --google-package-name ${settings.packageName || "com.example.app"} \\
  --google-service-account play.json \\
  --google-cloud-project ${settings.cloudProject || "my-project"} \\
  --google-pubsub-topic play-billing`}
      description={text.playStoreText}
      form={form}
      isBegun={settings.packageName !== "" || settings.hasServiceAccount}
      onSave={() => void form.save(({ changed }) => ({ playStore: changed }))}
      status={status}
      store={store}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <IdField
          form={form}
          hint={text.packageNameHint}
          label={text.packageName}
          name="packageName"
          path="play_store.package_name"
        />
        <IdField
          form={form}
          hint={text.cloudProjectHint}
          label={text.cloudProject}
          name="cloudProject"
          path="play_store.cloud_project"
        />
        <IdField
          form={form}
          hint={text.topicHint}
          label={text.topic}
          name="pubsubTopic"
          path="play_store.pubsub_topic"
        />
        <IdField
          form={form}
          hint={text.pushAccountHint}
          label={text.pushAccount}
          name="pubsubServiceAccount"
          path="play_store.pubsub_service_account"
        />
      </div>
      <StoredSecret
        file={JSON_FILE}
        hint={text.serviceAccountHint}
        isStored={settings.hasServiceAccount}
        key={form.round}
        label={text.serviceAccount}
        onChange={(serviceAccount) => form.change({ serviceAccount })}
        problem={problemOf(form.failure, "settings.billing.play_store.service_account")}
        value={form.values.serviceAccount}
      />
    </StoreForm>
  );
}
