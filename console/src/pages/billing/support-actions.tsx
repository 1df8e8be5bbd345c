import { BillingService, type OwnedSubscription } from "@svc/proto/svc/admin/v1/billing_pb";
import { type Subscription, SubscriptionState } from "@svc/proto/svc/billing/v1/subscription_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { support as text } from "../../strings/billing-metrics.ts";
import { useBillingSettings } from "./billing-form.ts";
import { ExtendDialog } from "./extend-dialog.tsx";
import { dayOf } from "./labels.ts";
import { RefundDialog } from "./refund-dialog.tsx";
import { storeName, storeOf } from "./store-names.ts";

type Props = { project: string; owned: OwnedSubscription; subscription: Subscription };
type Question = "cancel-later" | "cancel-now" | "refund" | "extend";

/** What can be done for the customer. In a store without support, only the customer can cancel. */
export function SupportActions(props: Props): ReactNode {
  const { subscription, owned } = props;
  const [question, setQuestion] = useState<Question>();
  const isOver = [SubscriptionState.EXPIRED, SubscriptionState.REVOKED].includes(subscription.state);
  const hasSupport = storeOf(subscription.store)?.hasSupport === true;
  const close = (): void => setQuestion(undefined);
  return (
    <section aria-label={text.title} className="space-y-3 border-t border-line pt-4">
      <h3 className="font-semibold">{text.title}</h3>
      {!hasSupport && subscription.managementUrl && <ManagedElsewhere subscription={subscription} />}
      <div className="flex flex-wrap gap-2">
        {hasSupport && !isOver && subscription.willRenew && (
          <Button needs="administrator" onClick={() => setQuestion("cancel-later")}>
            {text.cancelLater}
          </Button>
        )}
        {hasSupport && !isOver && (
          <Button needs="administrator" onClick={() => setQuestion("cancel-now")}>
            {text.cancelNow}
          </Button>
        )}
        {hasSupport && subscription.state !== SubscriptionState.REVOKED && (
          <Button needs="administrator" onClick={() => setQuestion("refund")}>
            {text.refund}
          </Button>
        )}
        <Button needs="administrator" onClick={() => setQuestion("extend")}>
          {text.extend}
        </Button>
      </div>
      {question === "cancel-later" && <Cancel {...props} onClose={close} />}
      {question === "cancel-now" && <Cancel {...props} isNow onClose={close} />}
      {question === "refund" && <Refund {...props} onClose={close} />}
      {question === "extend" && <Extend {...props} onClose={close} owned={owned} />}
    </section>
  );
}

function ManagedElsewhere({ subscription }: { subscription: Subscription }): ReactNode {
  return (
    <p className="text-muted">
      {text.storeOnly(storeName(subscription.store))}{" "}
      <a
        className="break-all text-accent-ink underline"
        href={subscription.managementUrl}
        rel="noreferrer"
        target="_blank"
      >
        {subscription.managementUrl}
      </a>
    </p>
  );
}

type Asked = Props & { onClose: () => void };

function Cancel({ project, subscription, isNow = false, onClose }: Asked & { isNow?: boolean }): ReactNode {
  const cancel = useAction(BillingService.method.cancelSubscription, {
    done: () => (isNow ? text.canceledNow : text.canceledLater),
    failures: "inline",
  });
  const go = async (): Promise<void> => {
    const named = { project, subscriptionId: subscription.id, immediately: isNow };
    if (await cancel.run(named)) onClose();
  };
  return (
    <ConfirmDialog
      action={isNow ? text.cancelNow : text.cancelLater}
      dismiss={text.keep}
      description={isNow ? text.cancelNowText : text.cancelLaterText(dayOf(subscription.currentPeriodEnd))}
      failure={cancel.failure}
      isBusy={cancel.isRunning}
      isOpen
      onClose={onClose}
      onConfirm={() => void go()}
      title={isNow ? text.cancelNowTitle : text.cancelLaterTitle}
    />
  );
}

function Refund({ project, subscription, onClose }: Asked): ReactNode {
  const texts = {
    action: text.refund,
    title: text.refundTitle,
    description: text.refundText,
    dismiss: text.keep,
    done: text.refunded,
  };
  return (
    <RefundDialog
      onClose={onClose}
      payment={{ subscriptionId: subscription.id }}
      project={project}
      texts={texts}
    />
  );
}

function Extend({ project, owned, subscription, onClose }: Asked): ReactNode {
  const { data: { settings } = {} } = useBillingSettings();
  const tier = settings?.tiers.find(({ id }) => id === subscription.tierId);
  return (
    <ExtendDialog
      from={subscription.accessUntil}
      onClose={onClose}
      project={project}
      tier={tier}
      userId={owned.userId}
    />
  );
}
