import { create } from "@bufbuild/protobuf";
import {
  type AppStoreSettings,
  AppStoreSettingsSchema,
  type BillingSettings,
} from "@svc/proto/svc/admin/v1/billing_settings_pb";
import type { ReactNode } from "react";
import { problemOf } from "../../../api/failure.ts";
import { useProjectSlug } from "../../../app/current-project.ts";
import { stores as text } from "../../../strings/billing.ts";
import {
  P8_FILE,
  type SecretChange,
  StoredSecret,
  useForgetful,
} from "../../sign-in-methods/stored-secret.tsx";
import { useBillingForm } from "../billing-form.ts";
import type { StoreCardProps } from "../store-entry.ts";
import { IdField, StoreForm } from "../store-form.tsx";

function valuesOf({ appStore }: BillingSettings) {
  const { bundleId, appAppleId, issuerId, keyId } = appStore ?? create(AppStoreSettingsSchema);
  return { bundleId, appAppleId, issuerId, keyId, privateKey: undefined as SecretChange };
}

const LABELS = {
  bundleId: text.bundleId,
  appAppleId: text.appAppleId,
  issuerId: text.issuerId,
  keyId: text.keyId,
};

type Props = Omit<StoreCardProps, "settings"> & { settings: AppStoreSettings };

export function AppStoreCard({ settings, ...props }: StoreCardProps): ReactNode {
  return settings.appStore && <Settings {...props} settings={settings.appStore} />;
}

function Settings({ store, settings, status }: Props): ReactNode {
  const form = useForgetful(
    useBillingForm(valuesOf, { form: "appStore", labels: LABELS, secrets: ["privateKey"] }),
  );
  const project = useProjectSlug();
  return (
    <StoreForm
      command={`svc setup billing --project ${project} \\
  --apple-bundle-id ${settings.bundleId || "com.example.app"} \\
  --apple-iap-p8 SubscriptionKey_ABC123DEFG.p8 \\
  --apple-iap-issuer-id ${settings.issuerId || "57246542-96fe-1a63-e053-0824d011072a"}`}
      description={text.appStoreText}
      form={form}
      isBegun={settings.bundleId !== "" || settings.hasPrivateKey}
      onSave={() => void form.save(({ changed }) => ({ appStore: changed }))}
      status={status}
      store={store}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <IdField
          form={form}
          hint={text.bundleIdHint}
          label={text.bundleId}
          name="bundleId"
          path="app_store.bundle_id"
        />
        <IdField
          form={form}
          hint={text.appAppleIdHint}
          label={text.appAppleId}
          name="appAppleId"
          path="app_store.app_apple_id"
        />
        <IdField
          form={form}
          hint={text.issuerIdHint}
          label={text.issuerId}
          name="issuerId"
          path="app_store.issuer_id"
        />
        <IdField form={form} hint={text.keyIdHint} label={text.keyId} name="keyId" path="app_store.key_id" />
      </div>
      <StoredSecret
        file={P8_FILE}
        hint={text.privateKeyHint}
        isStored={settings.hasPrivateKey}
        key={form.round}
        label={text.privateKey}
        onChange={(privateKey) => form.change({ privateKey })}
        problem={problemOf(form.failure, "settings.billing.app_store.private_key")}
        value={form.values.privateKey}
      />
    </StoreForm>
  );
}
