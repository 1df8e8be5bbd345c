import { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import { type OneTimePurchase, PurchaseState } from "@svc/proto/svc/billing/v1/subscription_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { purchases as text } from "../../strings/billing-purchases.ts";
import { dayOf, money } from "./labels.ts";
import { storeOf } from "./store-names.ts";

type Props = { project: string; purchase: OneTimePurchase };

/** Only some stores let us refund, and only what was paid. */
export function RefundPurchase(props: Props): ReactNode {
  const { store, state } = props.purchase;
  const [isAsking, setAsking] = useState(false);
  if (!storeOf(store)?.hasSupport || state !== PurchaseState.PAID) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>{text.refund}</Button>
      {isAsking && <Question {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

function Question({ project, purchase, onClose }: Props & { onClose: () => void }): ReactNode {
  const refund = useAction(BillingService.method.refundPayment, {
    done: ({ refunded }) =>
      text.refundDone(refunded ? money(refunded.currency, Number(refunded.micros) / 1_000_000) : ""),
    failures: "inline",
  });
  const go = async (): Promise<void> => {
    if (await refund.run({ project, purchaseId: purchase.id })) onClose();
  };
  return (
    <ConfirmDialog
      action={text.refund}
      description={purchase.consumedAt ? text.refundDelivered(dayOf(purchase.consumedAt)) : text.refundText}
      dismiss={text.keep}
      failure={refund.failure}
      isBusy={refund.isRunning}
      isOpen
      onClose={onClose}
      onConfirm={() => void go()}
      title={text.refundTitle(purchase.productId || purchase.storeProductId)}
    />
  );
}
