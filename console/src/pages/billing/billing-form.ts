import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { createConnectQueryKey, useQuery, useTransport } from "@connectrpc/connect-query";
import {
  BillingService,
  type CatalogImpact,
  type GetBillingSettingsResponse,
  GetBillingSettingsResponseSchema,
  type UpdateBillingSettingsResponse,
} from "@svc/proto/svc/admin/v1/billing_pb";
import {
  type BillingSettings,
  BillingSettingsSchema,
  type BillingSettingsUpdateSchema,
} from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { useQueryClient } from "@tanstack/react-query";
import { useAction } from "../../api/use-action.ts";
import { useProjectSlug } from "../../app/current-project.ts";
import {
  type FormOptions,
  type Saver,
  useVersionedForm,
  type VersionedForm,
} from "../../app/versioned-form.ts";
import { common } from "../../strings/common.ts";

export type BillingChange = MessageInitShape<typeof BillingSettingsUpdateSchema>;
/** The settings with the version that a change is based on. */
export type Billing = Pick<GetBillingSettingsResponse, "settings" | "etag">;
export type BillingForm<Values> = VersionedForm<Billing, Values, BillingChange>;

/** A part of the billing settings as a form. */
export function useBillingForm<Values extends object>(
  read: (settings: BillingSettings) => Values,
  options: FormOptions<Values>,
): BillingForm<Values> {
  const { data } = useBillingSettings();
  const values = ({ settings }: Billing): Values => read(settings ?? create(BillingSettingsSchema));
  return useVersionedForm(
    data ?? create(GetBillingSettingsResponseSchema),
    values,
    useSaveBilling(),
    options,
  );
}

/** The settings with the catalog; every part shares one answer. */
export function useBillingSettings() {
  return useQuery(BillingService.method.getBillingSettings, { project: useProjectSlug() });
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
export function useSaveBilling(done: string = common.saved): Saver<Billing, BillingChange> & {
  /** Saves on what is on screen. True once the server has it; otherwise `failure` says why. */
  saveNow: (change: BillingChange) => Promise<boolean>;
} {
  const project = useProjectSlug();
  const transport = useTransport();
  const client = useQueryClient();
  const action = useAction(BillingService.method.updateBillingSettings, {
    done: ({ changedFields }) => (changedFields.length > 0 ? done : common.nothingToSave),
    failures: "inline",
  });
  const schema = BillingService.method.getBillingSettings;
  const queryKey = createConnectQueryKey({ schema, input: { project }, transport, cardinality: "finite" });
  // The answer is how it is now: no form shows for a moment what was before.
  const keep = ({ settings, etag }: UpdateBillingSettingsResponse) =>
    client.setQueryData(queryKey, (before) => before && { ...before, settings, etag });
  const send = async (settings: BillingChange, { etag }: Billing) => {
    const { kind, answer } = await action.attempt({ project, settings, etag });
    if (answer) keep(answer);
    return kind;
  };
  const reload = async (): Promise<Billing | undefined> => {
    await client.refetchQueries({ queryKey });
    return client.getQueryData(queryKey);
  };
  const saveNow = async (settings: BillingChange): Promise<boolean> => {
    const answer = await action.run({ project, settings, etag: client.getQueryData(queryKey)?.etag ?? "" });
    if (answer) keep(answer);
    return answer !== undefined;
  };
  const { isRunning: isSaving, failure, reset } = action;
  return { changed: "project", send, reload, saveNow, isSaving, failure, reset };
}
