import type { CatalogImpact } from "@svc/proto/svc/admin/v1/billing_pb";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { catalog as text } from "../../strings/billing-catalog.ts";
import { type BillingChange, useImpacts } from "./billing-form.ts";
import { ImpactList } from "./impact-list.tsx";

/** Saves a change of the catalog, and asks first when it affects what people have bought. */
export function useConfirmedSave(save: (change: BillingChange) => Promise<void>): {
  submit: (change: BillingChange) => Promise<void>;
  isAsking: boolean;
  /** To show in the form. */
  dialog: ReactNode;
} {
  const impacts = useImpacts();
  const [asked, setAsked] = useState<{ change: BillingChange; affected: CatalogImpact[] }>();
  const close = (): void => setAsked(undefined);
  const submit = async (change: BillingChange): Promise<void> => {
    const affected = await impacts.ask(change);
    if (affected.length > 0) setAsked({ change, affected });
    else await save(change);
  };
  const dialog = asked && (
    <ConfirmDialog
      action={text.saveAnyway}
      description={text.impactText}
      isDangerous={asked.affected.some(({ lostEntitlements }) => lostEntitlements.length > 0)}
      isOpen
      onClose={close}
      onConfirm={() => {
        close();
        void save(asked.change);
      }}
      title={text.impactTitle}
    >
      <ImpactList impacts={asked.affected} />
    </ConfirmDialog>
  );
  return { submit, isAsking: impacts.isAsking, dialog };
}
