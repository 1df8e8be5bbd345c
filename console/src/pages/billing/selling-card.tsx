import { type BillingSettings, PurchaseTransfer } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import type { ReactNode } from "react";
import { problemOf } from "../../api/failure.ts";
import { cardOf } from "../../app/versioned-form.ts";
import { NumberField, type Option, SelectField, SwitchField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { selling as text } from "../../strings/billing.ts";
import { useBillingForm } from "./billing-form.ts";

const TRANSFERS = {
  reject: PurchaseTransfer.REJECT,
  from_guest: PurchaseTransfer.FROM_GUEST,
  always: PurchaseTransfer.ALWAYS,
} as const;
type Transfer = keyof typeof TRANSFERS;

const OPTIONS: Option<Transfer>[] = (["reject", "from_guest", "always"] as const).map((value) => ({
  value,
  label: text.transfers[value],
}));

function valuesOf(settings: BillingSettings) {
  const transfer = OPTIONS.find(({ value }) => TRANSFERS[value] === settings.purchaseTransfer);
  return {
    enabled: settings.enabled,
    purchaseTransfer: transfer?.value ?? ("reject" as Transfer),
    ignoreSandbox: settings.ignoreSandbox,
    renewalLeewayMinutes: settings.renewalLeewayMinutes as number | undefined,
    stripeGraceDays: settings.stripeGraceDays as number | undefined,
    keepStripeSubscriptions: settings.keepStripeSubscriptions,
    answerConsumptionRequests: settings.answerConsumptionRequests,
  };
}

const LABELS = {
  enabled: text.enabled,
  purchaseTransfer: text.transfer,
  ignoreSandbox: text.ignoreSandbox,
  renewalLeewayMinutes: text.leeway,
  stripeGraceDays: text.grace,
  keepStripeSubscriptions: text.keepStripe,
  answerConsumptionRequests: text.consumption,
};

/** What holds for all three stores. */
export function SellingCard(): ReactNode {
  const form = useBillingForm(valuesOf, { form: "selling", labels: LABELS });
  const { failure, values, change } = form;
  const submit = () =>
    form.save(({ changed }) => {
      const { purchaseTransfer, renewalLeewayMinutes, stripeGraceDays, ...switches } = changed;
      return {
        ...switches,
        ...(purchaseTransfer && { purchaseTransfer: TRANSFERS[purchaseTransfer] }),
        // An empty field is no number: the server says so.
        ...("renewalLeewayMinutes" in changed && { renewalLeewayMinutes: renewalLeewayMinutes ?? -1 }),
        ...("stripeGraceDays" in changed && { stripeGraceDays: stripeGraceDays ?? -1 }),
      };
    });
  return (
    <FormCard {...cardOf(form)} description={text.text} onSave={() => void submit()} title={text.title}>
      <SwitchField
        hint={text.enabledHint}
        label={text.enabled}
        onChange={(enabled) => change({ enabled })}
        value={values.enabled}
      />
      <div className="grid grid-cols-1 gap-x-8 gap-y-5 lg:grid-cols-2">
        <SelectField
          hint={text.transferHint}
          label={text.transfer}
          onChange={(purchaseTransfer) => change({ purchaseTransfer })}
          options={OPTIONS}
          problem={problemOf(failure, "settings.billing.purchase_transfer")}
          value={values.purchaseTransfer}
        />
        <NumberField
          hint={text.leewayHint}
          label={text.leeway}
          max={1440}
          min={0}
          onChange={(renewalLeewayMinutes) => change({ renewalLeewayMinutes })}
          problem={problemOf(failure, "settings.billing.renewal_leeway_minutes")}
          unit={text.minutes}
          value={values.renewalLeewayMinutes}
        />
        <SwitchField
          hint={text.ignoreSandboxHint}
          label={text.ignoreSandbox}
          onChange={(ignoreSandbox) => change({ ignoreSandbox })}
          value={values.ignoreSandbox}
        />
        <NumberField
          hint={text.graceHint}
          label={text.grace}
          max={28}
          min={0}
          onChange={(stripeGraceDays) => change({ stripeGraceDays })}
          problem={problemOf(failure, "settings.billing.stripe_grace_days")}
          unit={text.days}
          value={values.stripeGraceDays}
        />
        <SwitchField
          hint={text.keepStripeHint}
          label={text.keepStripe}
          onChange={(keepStripeSubscriptions) => change({ keepStripeSubscriptions })}
          value={values.keepStripeSubscriptions}
        />
        <SwitchField
          hint={text.consumptionHint}
          label={text.consumption}
          onChange={(answerConsumptionRequests) => change({ answerConsumptionRequests })}
          value={values.answerConsumptionRequests}
        />
      </div>
    </FormCard>
  );
}
