import { create } from "@bufbuild/protobuf";
import {
  type BillingSettings,
  type StripeSettings,
  StripeSettingsSchema,
} from "@svc/proto/svc/admin/v1/billing_settings_pb";
import type { ReactNode } from "react";
import { problemOf } from "../../../api/failure.ts";
import { useProjectSlug } from "../../../app/current-project.ts";
import { SwitchField } from "../../../components/fields.tsx";
import { stores as text } from "../../../strings/billing.ts";
import { type SecretChange, StoredSecret, useForgetful } from "../../sign-in-methods/stored-secret.tsx";
import { useBillingForm } from "../billing-form.ts";
import type { StoreCardProps } from "../store-entry.ts";
import { IdField, StoreForm } from "../store-form.tsx";

function valuesOf({ stripe }: BillingSettings) {
  const { enabled, portalConfigurationId, webhookEndpointId } = stripe ?? create(StripeSettingsSchema);
  const secrets = { secretKey: undefined as SecretChange, webhookSecret: undefined as SecretChange };
  return { enabled, portalConfigurationId, webhookEndpointId, ...secrets };
}

const LABELS = {
  enabled: text.stripeOn,
  portalConfigurationId: text.portal,
  webhookEndpointId: text.endpoint,
};

type Props = Omit<StoreCardProps, "settings"> & { settings: StripeSettings };

export function StripeCard({ settings, ...props }: StoreCardProps): ReactNode {
  return settings.stripe && <Settings {...props} settings={settings.stripe} />;
}

function Settings({ store, settings, status }: Props): ReactNode {
  const form = useForgetful(
    useBillingForm(valuesOf, { form: "stripe", labels: LABELS, secrets: ["secretKey", "webhookSecret"] }),
  );
  const project = useProjectSlug();
  return (
    <StoreForm
      command={`svc setup billing --project ${project} --stripe`}
      description={text.stripeText}
      form={form}
      isBegun={settings.enabled || settings.hasSecretKey}
      onSave={() => void form.save(({ changed }) => ({ stripe: changed }))}
      status={status}
      store={store}
    >
      <SwitchField
        label={text.stripeOn}
        onChange={(enabled) => form.change({ enabled })}
        problem={problemOf(form.failure, "settings.billing.stripe.enabled")}
        value={form.values.enabled}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <IdField
          form={form}
          hint={text.portalHint}
          label={text.portal}
          name="portalConfigurationId"
          path="stripe.portal_configuration_id"
        />
        <IdField
          form={form}
          hint={text.endpointHint}
          label={text.endpoint}
          name="webhookEndpointId"
          path="stripe.webhook_endpoint_id"
        />
      </div>
      <StoredSecret
        hint={text.secretKeyHint}
        isStored={settings.hasSecretKey}
        key={`key ${form.round}`}
        label={text.secretKey}
        onChange={(secretKey) => form.change({ secretKey })}
        problem={problemOf(form.failure, "settings.billing.stripe.secret_key")}
        value={form.values.secretKey}
      />
      <StoredSecret
        hint={text.webhookSecretHint}
        isStored={settings.hasWebhookSecret}
        key={`webhook ${form.round}`}
        label={text.webhookSecret}
        onChange={(webhookSecret) => form.change({ webhookSecret })}
        problem={problemOf(form.failure, "settings.billing.stripe.webhook_secret")}
        value={form.values.webhookSecret}
      />
    </StoreForm>
  );
}
