import { useQuery } from "@connectrpc/connect-query";
import { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import { Store } from "@svc/proto/svc/billing/v1/subscription_pb";
import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useProjectSlug } from "../app/current-project.ts";
import { useUrlState } from "../app/url-state.ts";
import { Button } from "../components/button.tsx";
import { Pager } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Card } from "../components/page.tsx";
import { subscriptions } from "../strings/billing.ts";
import { purchases as text } from "../strings/billing-purchases.ts";
import { BillingFrame } from "./billing/billing-frame.tsx";
import { type Choice, FilterBar } from "./billing/filter-bar.tsx";
import { OnlyUser } from "./billing/only-user.tsx";
import { PurchaseDrawer } from "./billing/purchase-drawer.tsx";
import { PurchaseTable } from "./billing/purchase-table.tsx";
import { storeChoice, storeFilters } from "./billing/store-names.ts";

const noFilters = { store: "", env: "", user: "" };
type View = typeof noFilters & { cursor: string; purchase: string };

const CHOICES: readonly Choice<"store" | "env">[] = [
  storeChoice,
  {
    name: "env",
    label: subscriptions.environment,
    options: Object.entries(subscriptions.environments).map(([value, label]) => ({ value, label })),
  },
];

/** What was bought once, wherever. */
export function BillingPurchasesPage(): ReactNode {
  const project = useProjectSlug();
  const [view, setView] = useUrlState<View>({ ...noFilters, cursor: "", purchase: "" });
  const query = useQuery(
    BillingService.method.listPurchases,
    {
      project,
      userId: view.user,
      store: storeFilters[view.store] ?? Store.UNSPECIFIED,
      includeSandbox: view.env === "all",
      pageToken: view.cursor,
    },
    { placeholderData: keepPreviousData },
  );
  const isFiltered = view.store !== "" || view.user !== "";
  const filter = (change: Partial<View>): void => setView({ ...change, cursor: "", purchase: "" });
  return (
    <BillingFrame>
      <Card isFlush>
        <FilterBar
          choices={CHOICES}
          isFiltered={isFiltered || view.env !== ""}
          onChange={filter}
          onReset={() => filter(noFilters)}
          view={view}
        >
          {view.user && <OnlyUser onClear={() => filter({ user: "" })} userId={view.user} />}
        </FilterBar>
        <div aria-busy={query.isFetching} className={query.isPlaceholderData ? "opacity-60" : ""}>
          <Loaded query={query}>
            {({ purchases, nextPageToken }) => (
              <>
                {purchases.length === 0 ? (
                  <Nothing
                    hasTests={view.env === "all"}
                    isFiltered={isFiltered}
                    onTests={() => filter({ env: "all" })}
                  />
                ) : (
                  <PurchaseTable project={project} purchases={purchases} />
                )}
                {(purchases.length > 0 || view.cursor !== "") && (
                  <Pager
                    cursor={view.cursor}
                    nextCursor={nextPageToken}
                    note={text.newestFirst}
                    onMove={(cursor) => setView({ cursor, purchase: "" })}
                  />
                )}
                <PurchaseDrawer
                  onClose={() => setView({ purchase: "" }, { replace: true })}
                  owned={purchases.find(({ purchase }) => purchase?.id === view.purchase)}
                  project={project}
                />
              </>
            )}
          </Loaded>
        </div>
      </Card>
    </BillingFrame>
  );
}

function Nothing(props: { isFiltered: boolean; hasTests: boolean; onTests: () => void }): ReactNode {
  const { isFiltered, hasTests } = props;
  const why = hasTests ? text.emptyAllText : text.emptyText;
  return (
    <EmptyState
      action={!hasTests && <Button onClick={props.onTests}>{subscriptions.showTests}</Button>}
      icon="card"
      title={isFiltered ? text.noMatchTitle : text.emptyTitle}
    >
      {isFiltered ? text.noMatchText : why}
    </EmptyState>
  );
}
