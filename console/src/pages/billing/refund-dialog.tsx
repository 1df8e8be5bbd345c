import { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import type { ReactNode } from "react";
import { useAction } from "../../api/use-action.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { money } from "./labels.ts";

type Texts = {
  action: string;
  title: string;
  description: string;
  dismiss: string;
  done: (amount: string) => string;
};

type Props = {
  project: string;
  payment: { subscriptionId: string } | { purchaseId: string };
  texts: Texts;
  onClose: () => void;
};

/** Asks before it refunds the last payment of a subscription, or a one-time purchase. */
export function RefundDialog({ project, payment, texts, onClose }: Props): ReactNode {
  const { done, ...shown } = texts;
  const refund = useAction(BillingService.method.refundPayment, {
    done: ({ refunded }) =>
      done(refunded ? money(refunded.currency, Number(refunded.micros) / 1_000_000) : ""),
    failures: "inline",
  });
  const confirm = async (): Promise<void> => {
    if (await refund.run({ project, ...payment })) onClose();
  };
  return (
    <ConfirmDialog
      {...shown}
      failure={refund.failure}
      isBusy={refund.isRunning}
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
    />
  );
}
