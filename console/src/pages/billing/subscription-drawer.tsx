import { BillingService, type OwnedSubscription } from "@svc/proto/svc/admin/v1/billing_pb";
import type { Subscription } from "@svc/proto/svc/billing/v1/subscription_pb";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Badge } from "../../components/badge.tsx";
import { Button, buttonClass } from "../../components/button.tsx";
import { Drawer } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Facts } from "../../components/facts.tsx";
import { billing, subscriptions as text } from "../../strings/billing.ts";
import { momentOf, ownerName, priceOf, stateName } from "./labels.ts";
import { Message } from "./message.tsx";
import { storeName } from "./store-names.ts";
import { StateBadge } from "./subscription-table.tsx";
import { SupportActions } from "./support-actions.tsx";
import { TransferDialog } from "./transfer-dialog.tsx";

type Props = { project: string; owned: OwnedSubscription | undefined; onClose: () => void };

/** One subscription with everything that is known of it, and what can be done about it. */
export function SubscriptionDrawer({ project, owned, onClose }: Props): ReactNode {
  const subscription = owned?.subscription;
  if (!owned || !subscription) return null;
  return (
    <Opened
      key={subscription.id}
      onClose={onClose}
      owned={owned}
      project={project}
      subscription={subscription}
    />
  );
}

function Opened(props: {
  project: string;
  owned: OwnedSubscription;
  subscription: Subscription;
  onClose: () => void;
}): ReactNode {
  const { project, owned, subscription } = props;
  const [isMoving, setMoving] = useState(false);
  const [said, setSaid] = useState("");
  const refresh = useAction(BillingService.method.refreshSubscription, { failures: "inline" });
  const ask = async (): Promise<void> => {
    setSaid("");
    const now = (await refresh.run({ project, subscriptionId: subscription.id }))?.subscription?.subscription;
    if (now) setSaid(text.refreshed(stateName(now.state)));
  };
  return (
    <Drawer
      actions={
        <>
          {owned.userId && (
            <Link
              className={buttonClass()}
              params={{ project, user: owned.userId }}
              to="/p/$project/users/$user"
            >
              {text.openUser}
            </Link>
          )}
          <Button needs="administrator" onClick={() => setMoving(true)}>
            {text.transfer}
          </Button>
          <Button needs="support" icon="refresh" isBusy={refresh.isRunning} onClick={() => void ask()}>
            {text.refresh}
          </Button>
        </>
      }
      description={<code className="font-mono text-xs break-all">{subscription.storeProductId}</code>}
      isOpen
      onClose={props.onClose}
      title={`${subscription.tierId || text.unknownProduct} · ${storeName(subscription.store)}`}
    >
      <div className="space-y-5">
        <Message text={said} />
        {refresh.failure && <ErrorNotice failure={refresh.failure} />}
        <Facts facts={factsOf(owned, subscription)} />
        <SupportActions owned={owned} project={project} subscription={subscription} />
      </div>
      {isMoving && (
        <TransferDialog
          from={owned.userId}
          onClose={() => setMoving(false)}
          project={project}
          subscriptionId={subscription.id}
        />
      )}
    </Drawer>
  );
}

type Fact = { name: string; value: ReactNode };

/** What is not known is left out. */
function factsOf(owned: OwnedSubscription, subscription: Subscription): Fact[] {
  const when = (name: string, at: OwnedSubscription["snapshotAt"]): Fact[] =>
    at ? [{ name, value: momentOf(at) }] : [];
  const said = (name: string, value: string): Fact[] => (value === "" ? [] : [{ name, value }]);
  const { currentPeriodStart: from, currentPeriodEnd: to } = subscription;
  return [
    { name: text.stateColumn, value: <States subscription={subscription} /> },
    { name: text.renews, value: subscription.willRenew ? text.yes : text.no },
    ...when(text.until, subscription.accessUntil),
    ...(from && to ? [{ name: text.period, value: `${momentOf(from)} – ${momentOf(to)}` }] : []),
    ...when(text.started, subscription.startedAt),
    ...when(text.canceled, subscription.canceledAt),
    ...when(text.pausedUntil, subscription.pausedUntil),
    ...said(text.reason, subscription.cancelReason),
    ...said(text.price, priceOf(subscription)),
    ...(subscription.addOns.length > 0
      ? [{ name: text.addOns, value: <AddOns addOns={subscription.addOns} /> }]
      : []),
    ...(subscription.familyShared ? [{ name: text.shared, value: text.yes }] : []),
    { name: text.owner, value: ownerOf(owned) },
    ...(owned.storeKey ? [{ name: text.storeKey, value: <Id id={owned.storeKey} /> }] : []),
    { name: text.id, value: <Id id={subscription.id} /> },
    ...when(text.told, owned.snapshotAt),
  ];
}

function AddOns({ addOns }: Pick<Subscription, "addOns">): ReactNode {
  return (
    <ul className="space-y-1">
      {addOns.map(({ storeProductId, tierId, accessUntil, willRenew }) => (
        <li key={storeProductId}>
          {tierId || text.unknownProduct} <Id id={storeProductId} />{" "}
          {accessUntil && (willRenew ? text.addOnRenews : text.addOnEnds)(momentOf(accessUntil))}
        </li>
      ))}
    </ul>
  );
}

function States({ subscription }: { subscription: Subscription }): ReactNode {
  return (
    <span className="inline-flex gap-1.5">
      {subscription.sandbox && <Badge>{billing.sandbox}</Badge>}
      <StateBadge subscription={subscription} />
    </span>
  );
}

function ownerOf(owned: OwnedSubscription): ReactNode {
  const { userId, ownerDeletedAt } = owned;
  if (userId) {
    return (
      <>
        <bdi className="block">{ownerName(owned)}</bdi>
        <Id id={userId} />
      </>
    );
  }
  return ownerDeletedAt ? text.ownerDeleted : text.nobody;
}

function Id({ id }: { id: string }): ReactNode {
  return <span className="font-mono text-xs break-all">{id}</span>;
}
