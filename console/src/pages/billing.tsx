import { useQuery } from "@connectrpc/connect-query";
import { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import type { Store } from "@svc/proto/svc/billing/v1/subscription_pb";
import { type ReactNode, Suspense } from "react";
import { useProjectSlug } from "../app/current-project.ts";
import { Loaded } from "../components/loaded.tsx";
import { Skeleton } from "../components/skeleton.tsx";
import { useBillingSettings } from "./billing/billing-form.ts";
import { BillingFrame } from "./billing/billing-frame.tsx";
import { SellingCard } from "./billing/selling-card.tsx";
import { StoreTiles } from "./billing/store-tiles.tsx";
import { billingStores } from "./billing/stores.ts";

const POLL_MS = 10_000;

/** How each store is doing, and the settings of all of them. */
export function BillingPage(): ReactNode {
  const project = useProjectSlug();
  const status = useQuery(BillingService.method.getStoreStatus, { project }, { refetchInterval: POLL_MS });
  const of = (store: Store) => status.data?.stores.find((one) => one.store === store);
  return (
    <BillingFrame>
      <Loaded query={status}>{({ stores }) => <StoreTiles project={project} stores={stores} />}</Loaded>
      <Loaded query={useBillingSettings()}>
        {({ settings }) =>
          settings && (
            <div className="space-y-5" key={project}>
              <SellingCard />
              <Suspense fallback={<Skeleton />}>
                {billingStores.map((store) => (
                  <store.Card key={store.word} settings={settings} status={of(store.value)} store={store} />
                ))}
              </Suspense>
            </div>
          )
        }
      </Loaded>
    </BillingFrame>
  );
}
