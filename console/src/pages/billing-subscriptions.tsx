import { useQuery } from "@connectrpc/connect-query";
import { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import { Store, SubscriptionState } from "@svc/proto/svc/billing/v1/subscription_pb";
import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useProjectSlug } from "../app/current-project.ts";
import { useUrlState } from "../app/url-state.ts";
import { Button } from "../components/button.tsx";
import { Pager } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Card } from "../components/page.tsx";
import { billing, subscriptions as text } from "../strings/billing.ts";
import { BillingFrame } from "./billing/billing-frame.tsx";
import { type Choice, FilterBar } from "./billing/filter-bar.tsx";
import { stateFilters } from "./billing/labels.ts";
import { OnlyUser } from "./billing/only-user.tsx";
import { storeChoice, storeFilters } from "./billing/store-names.ts";
import { SubscriptionDrawer } from "./billing/subscription-drawer.tsx";
import { SubscriptionTable } from "./billing/subscription-table.tsx";

const noFilters = { store: "", state: "", env: "", user: "" };
type View = typeof noFilters & { cursor: string; subscription: string };

const CHOICES: readonly Choice<"store" | "state" | "env">[] = [
  storeChoice,
  {
    name: "state",
    label: text.state,
    options: [
      { value: "", label: text.anyState },
      ...Object.entries(billing.states).map(([value, label]) => ({ value, label })),
    ],
  },
  {
    name: "env",
    label: text.environment,
    options: Object.entries(text.environments).map(([value, label]) => ({ value, label })),
  },
];

/** What was bought, wherever. */
export function BillingSubscriptionsPage(): ReactNode {
  const project = useProjectSlug();
  const [view, setView] = useUrlState<View>({ ...noFilters, cursor: "", subscription: "" });
  const query = useQuery(
    BillingService.method.listSubscriptions,
    {
      project,
      userId: view.user,
      store: storeFilters[view.store] ?? Store.UNSPECIFIED,
      state: stateFilters[view.state] ?? SubscriptionState.UNSPECIFIED,
      includeSandbox: view.env === "all",
      pageToken: view.cursor,
    },
    { placeholderData: keepPreviousData },
  );
  const isFiltered = view.store !== "" || view.state !== "" || view.user !== "";
  const filter = (change: Partial<View>): void => setView({ ...change, cursor: "", subscription: "" });
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
            {({ subscriptions, nextPageToken }) => (
              <>
                {subscriptions.length === 0 ? (
                  <Nothing
                    hasTests={view.env === "all"}
                    isFiltered={isFiltered}
                    onTests={() => filter({ env: "all" })}
                  />
                ) : (
                  <SubscriptionTable project={project} subscriptions={subscriptions} />
                )}
                {(subscriptions.length > 0 || view.cursor !== "") && (
                  <Pager
                    cursor={view.cursor}
                    nextCursor={nextPageToken}
                    note={text.newestFirst}
                    onMove={(cursor) => setView({ cursor, subscription: "" })}
                  />
                )}
                <SubscriptionDrawer
                  onClose={() => setView({ subscription: "" }, { replace: true })}
                  owned={subscriptions.find(({ subscription }) => subscription?.id === view.subscription)}
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
      action={!hasTests && <Button onClick={props.onTests}>{text.showTests}</Button>}
      icon="card"
      title={isFiltered ? text.noMatchTitle : text.emptyTitle}
    >
      {isFiltered ? text.noMatchText : why}
    </EmptyState>
  );
}
