import type { CatalogImpact } from "@svc/proto/svc/admin/v1/billing_pb";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { catalog as text } from "../../strings/billing-catalog.ts";
import { type BillingChange, useImpacts } from "./billing-form.ts";
import { ImpactList } from "./impact-list.tsx";

/** Asks before a change of the catalog is saved that affects what people have bought. */
export function useConfirmedImpacts(): {
  /** The change, once it may be saved. */
  confirm: (change: BillingChange) => Promise<BillingChange | undefined>;
  /** To show in the form. */
  dialog: ReactNode;
} {
  const impacts = useImpacts();
  const [asked, setAsked] = useState<{ affected: CatalogImpact[]; answer: (isFine: boolean) => void }>();
  const confirm = async (change: BillingChange): Promise<BillingChange | undefined> => {
    const affected = await impacts.ask(change);
    if (affected.length === 0) return change;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setAsked({
      affected,
      answer: (isFine) => {
        setAsked(undefined);
        resolve(isFine);
      },
    });
    return (await promise) ? change : undefined;
  };
  const dialog = asked && (
    <ConfirmDialog
      action={text.saveAnyway}
      description={text.impactText}
      isDangerous={asked.affected.some(({ lostEntitlements }) => lostEntitlements.length > 0)}
      isOpen
      onClose={() => asked.answer(false)}
      onConfirm={() => asked.answer(true)}
      title={text.impactTitle}
    >
      <ImpactList impacts={asked.affected} />
    </ConfirmDialog>
  );
  return { confirm, dialog };
}
