import type { MessageInitShape } from "@bufbuild/protobuf";
import { createConnectQueryKey, useTransport } from "@connectrpc/connect-query";
import { BillingService, type CatalogImpact } from "@svc/proto/svc/admin/v1/billing_pb";
import type { BillingSettingsUpdateSchema } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { useQueryClient } from "@tanstack/react-query";
import { useAction } from "../../api/use-action.ts";
import { useProjectSlug } from "../../app/current-project.ts";
import { type SettingsForm, useSettingsForm } from "../../app/project-form.ts";
import type { Saver } from "../../app/save-project.ts";
import { common } from "../../strings/common.ts";

export type BillingChange = MessageInitShape<typeof BillingSettingsUpdateSchema>;
export type BillingForm<Values> = SettingsForm<Values, BillingChange>;

/** A part of the billing settings as a form. */
export function useBillingForm<Values extends object>(saved: Values): BillingForm<Values> {
  return useSettingsForm(saved, useSaveBilling());
}

/** Whom a change of billing would affect, by what they have bought. Nobody when the server refuses the change. */
export function useImpacts(): {
  ask: (settings: BillingChange) => Promise<CatalogImpact[]>;
  isAsking: boolean;
} {
  const project = useProjectSlug();
  const plan = useAction(BillingService.method.planBillingSettings, { failures: "inline" });
  return {
    ask: async (settings) => (await plan.run({ project, settings, withoutUrls: true }))?.impacts ?? [],
    isAsking: plan.isRunning,
  };
}

/** Changes billing of the project in the address. Show `failure` in the form. */
export function useSaveBilling(done: string = common.saved): Saver<BillingChange> {
  const project = useProjectSlug();
  const transport = useTransport();
  const client = useQueryClient();
  const action = useAction(BillingService.method.updateBillingSettings, {
    done: ({ changedFields }) => (changedFields.length > 0 ? done : common.nothingToSave),
    failures: "inline",
  });
  const save = async (settings: BillingChange): Promise<boolean> => {
    const answer = await action.run({ project, settings });
    if (!answer) return false;
    // The answer is how it is now: no form shows for a moment what was before.
    const schema = BillingService.method.getBillingSettings;
    const queryKey = createConnectQueryKey({ schema, input: { project }, transport, cardinality: "finite" });
    client.setQueryData(queryKey, (before) => before && { ...before, settings: answer.settings });
    return true;
  };
  return { save, isSaving: action.isRunning, failure: action.failure, reset: action.reset };
}
