import { type OneTimePurchase, PurchaseState } from "@svc/proto/svc/billing/v1/subscription_pb";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/button.tsx";
import { purchases as text } from "../../strings/billing-purchases.ts";
import { dayOf } from "./labels.ts";
import { RefundDialog } from "./refund-dialog.tsx";
import { storeOf } from "./store-names.ts";

/** Only some stores let us refund, and only what was paid. */
export function RefundPurchase({
  project,
  purchase,
}: {
  project: string;
  purchase: OneTimePurchase;
}): ReactNode {
  const [isAsking, setAsking] = useState(false);
  if (!storeOf(purchase.store)?.hasSupport || purchase.state !== PurchaseState.PAID) return null;
  const texts = {
    action: text.refund,
    title: text.refundTitle(purchase.productId || purchase.storeProductId),
    description: purchase.consumedAt ? text.refundDelivered(dayOf(purchase.consumedAt)) : text.refundText,
    dismiss: text.keep,
    done: text.refundDone,
  };
  return (
    <>
      <Button needs="administrator" onClick={() => setAsking(true)}>
        {text.refund}
      </Button>
      {isAsking && (
        <RefundDialog
          onClose={() => setAsking(false)}
          payment={{ purchaseId: purchase.id }}
          project={project}
          texts={texts}
        />
      )}
    </>
  );
}
