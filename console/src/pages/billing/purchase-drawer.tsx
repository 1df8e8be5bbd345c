import { BillingService, type OwnedPurchase } from "@svc/proto/svc/admin/v1/billing_pb";
import { type OneTimePurchase, PurchaseKind } from "@svc/proto/svc/billing/v1/subscription_pb";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Badge } from "../../components/badge.tsx";
import { Button, buttonClass } from "../../components/button.tsx";
import { Drawer } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Facts } from "../../components/facts.tsx";
import { billing } from "../../strings/billing.ts";
import { purchases as text } from "../../strings/billing-purchases.ts";
import { momentOf, ownerName, priceOf } from "./labels.ts";
import { Message } from "./message.tsx";
import { kindName, purchaseState } from "./purchase-labels.ts";
import { PurchaseBadge } from "./purchase-table.tsx";
import { RefundPurchase } from "./refund-purchase.tsx";
import { storeName } from "./store-names.ts";

type Props = { project: string; owned: OwnedPurchase | undefined; onClose: () => void };

/** One purchase with everything that is known of it. */
export function PurchaseDrawer({ project, owned, onClose }: Props): ReactNode {
  const purchase = owned?.purchase;
  if (!owned || !purchase) return null;
  return <Opened key={purchase.id} onClose={onClose} owned={owned} project={project} purchase={purchase} />;
}

function Opened(props: {
  project: string;
  owned: OwnedPurchase;
  purchase: OneTimePurchase;
  onClose: () => void;
}): ReactNode {
  const { project, owned, purchase } = props;
  const [said, setSaid] = useState("");
  const refresh = useAction(BillingService.method.refreshPurchase, { failures: "inline" });
  const ask = async (): Promise<void> => {
    setSaid("");
    const now = (await refresh.run({ project, purchaseId: purchase.id }))?.purchase?.purchase;
    if (now) setSaid(text.refreshed(purchaseState(now.state).name));
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
          <RefundPurchase project={project} purchase={purchase} />
          <Button needs="support" icon="refresh" isBusy={refresh.isRunning} onClick={() => void ask()}>
            {text.refresh}
          </Button>
        </>
      }
      description={<code className="font-mono text-xs break-all">{purchase.storeProductId}</code>}
      isOpen
      onClose={props.onClose}
      title={`${purchase.productId || text.unknownProduct} · ${storeName(purchase.store)}`}
    >
      <div className="space-y-5">
        <Message text={said} />
        {refresh.failure && <ErrorNotice failure={refresh.failure} />}
        <Facts facts={factsOf(owned, purchase)} />
      </div>
    </Drawer>
  );
}

type Fact = { name: string; value: ReactNode };

/** What is not known is left out. */
function factsOf(owned: OwnedPurchase, purchase: OneTimePurchase): Fact[] {
  const when = (name: string, at: OwnedPurchase["snapshotAt"]): Fact[] =>
    at ? [{ name, value: momentOf(at) }] : [];
  const said = (name: string, value: string): Fact[] => (value === "" ? [] : [{ name, value }]);
  const isForBackend =
    purchase.kind === PurchaseKind.CONSUMABLE || purchase.kind === PurchaseKind.NON_RENEWING;
  return [
    { name: text.stateColumn, value: <States purchase={purchase} /> },
    { name: text.kind, value: kindName(purchase.kind) },
    { name: text.quantity, value: purchase.quantity },
    ...when(text.bought, purchase.purchasedAt),
    ...(isForBackend
      ? [{ name: text.consumed, value: momentOf(purchase.consumedAt) || text.notConsumed }]
      : []),
    ...said(text.claimId, owned.claimId),
    ...when(text.refunded, purchase.refundedAt),
    ...said(text.price, priceOf(purchase)),
    ...(purchase.familyShared ? [{ name: text.shared, value: text.yes }] : []),
    { name: text.owner, value: owned.userId ? <Owner owned={owned} /> : text.nobody },
    ...(owned.storeKey ? [{ name: text.storeKey, value: <Id id={owned.storeKey} /> }] : []),
    { name: text.id, value: <Id id={purchase.id} /> },
    ...when(text.told, owned.snapshotAt),
  ];
}

function Owner({ owned }: { owned: OwnedPurchase }): ReactNode {
  return (
    <>
      <bdi className="block">{ownerName(owned)}</bdi>
      <Id id={owned.userId} />
    </>
  );
}

function States({ purchase }: { purchase: OneTimePurchase }): ReactNode {
  return (
    <span className="inline-flex gap-1.5">
      {purchase.sandbox && <Badge>{billing.sandbox}</Badge>}
      <PurchaseBadge purchase={purchase} />
    </span>
  );
}

function Id({ id }: { id: string }): ReactNode {
  return <span className="font-mono text-xs break-all">{id}</span>;
}
