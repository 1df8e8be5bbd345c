import { useQuery } from "@connectrpc/connect-query";
import { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import type { OneTimePurchase } from "@svc/proto/svc/billing/v1/subscription_pb";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonClass } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { billing } from "../../strings/billing.ts";
import { purchases as text } from "../../strings/billing-purchases.ts";
import { dayOf, priceOf } from "../billing/labels.ts";
import { kindName } from "../billing/purchase-labels.ts";
import { PurchaseBadge } from "../billing/purchase-table.tsx";
import { RefundPurchase } from "../billing/refund-purchase.tsx";
import { storeName } from "../billing/store-names.ts";

const SHOWN = 20;

/** What the user bought once. Nothing is shown for somebody who bought nothing. */
export function UserPurchases({ project, userId }: { project: string; userId: string }): ReactNode {
  const query = useQuery(BillingService.method.listPurchases, {
    ...{ project, userId, includeSandbox: true, pageSize: SHOWN },
  });
  return (
    <Loaded query={query}>
      {({ purchases }) =>
        purchases.length > 0 && (
          <section aria-label={text.ofUser} className="border-b border-line py-2 last:border-0">
            <h3 className="px-4 py-1 text-xs font-medium text-muted">{text.ofUser}</h3>
            <ul>
              {purchases.map(
                ({ purchase }) =>
                  purchase && (
                    <Line key={purchase.id} project={project} purchase={purchase} userId={userId} />
                  ),
              )}
            </ul>
          </section>
        )
      }
    </Loaded>
  );
}

function Line(props: { project: string; userId: string; purchase: OneTimePurchase }): ReactNode {
  const { project, userId, purchase } = props;
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-1.5">
      <div className="min-w-40 flex-1">
        <p className="truncate font-medium">
          {purchase.productId || purchase.storeProductId}
          <span className="font-normal text-muted"> · {storeName(purchase.store)}</span>
        </p>
        <p className="text-xs break-words text-muted">{wordsOf(purchase)}</p>
      </div>
      <PurchaseBadge purchase={purchase} />
      <RefundPurchase project={project} purchase={purchase} />
      <Link
        className={buttonClass()}
        params={{ project }}
        search={{ user: userId, env: "all", purchase: purchase.id } as never}
        to="/p/$project/billing/purchases"
      >
        {text.open}
      </Link>
    </li>
  );
}

/** "Consumable · $0.99 · Jun 3, 2026 · Sandbox" */
function wordsOf(purchase: OneTimePurchase): string {
  const parts = [kindName(purchase.kind), priceOf(purchase), dayOf(purchase.purchasedAt)];
  return [...parts, purchase.sandbox ? billing.sandbox : ""].filter(Boolean).join(" · ");
}
