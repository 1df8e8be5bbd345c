import { useQuery } from "@connectrpc/connect-query";
import { BillingService, type GetBillingMetricsResponse } from "@svc/proto/svc/admin/v1/billing_pb";
import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useProjectSlug } from "../app/current-project.ts";
import { useUrlState } from "../app/url-state.ts";
import { Button } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Card } from "../components/page.tsx";
import { metrics as text } from "../strings/billing-metrics.ts";
import { useBillingSettings } from "./billing/billing-form.ts";
import { BillingFrame } from "./billing/billing-frame.tsx";
import { type Choice, FilterBar } from "./billing/filter-bar.tsx";
import { dayOf } from "./billing/labels.ts";
import { DefinedFigures, FigureLine } from "./billing/metric-figures.tsx";
import { storeName } from "./billing/store-names.ts";

const DEFAULT_DAYS = "30";
const CHOICES: readonly Choice<"days" | "env">[] = [
  {
    name: "days",
    label: text.period,
    options: Object.entries(text.periods).map(([value, label]) => ({ value, label })),
  },
  {
    name: "env",
    label: text.environment,
    options: Object.entries(text.environments).map(([value, label]) => ({ value, label })),
  },
];

/** Revenue and subscribers by store and tier, with the definition of each figure. */
export function BillingMetricsPage(): ReactNode {
  const project = useProjectSlug();
  const [view, setView] = useUrlState({ days: DEFAULT_DAYS, env: "" });
  // The address may say anything.
  const days = Number(view.days in text.periods ? view.days : DEFAULT_DAYS);
  const query = useQuery(
    BillingService.method.getBillingMetrics,
    { project, days, includeSandbox: view.env === "all" },
    { placeholderData: keepPreviousData },
  );
  return (
    <BillingFrame>
      <Card isFlush>
        <FilterBar
          choices={CHOICES}
          isFiltered={view.days !== DEFAULT_DAYS || view.env !== ""}
          onChange={setView}
          onReset={() => setView({ days: DEFAULT_DAYS, env: "" })}
          view={view}
        />
        <div aria-busy={query.isFetching} className={query.isPlaceholderData ? "opacity-60" : ""}>
          <Loaded query={query}>
            {(data) =>
              data.metrics.length === 0 ? (
                <Nothing hasTests={view.env === "all"} onTests={() => setView({ env: "all" })} />
              ) : (
                <Total data={data} />
              )
            }
          </Loaded>
        </div>
      </Card>
      {query.data && query.data.metrics.length > 0 && <ByTier data={query.data} />}
    </BillingFrame>
  );
}

function Total({ data }: { data: GetBillingMetricsResponse }): ReactNode {
  if (!data.total) return null;
  return (
    <section aria-label={text.total} className="space-y-4 p-4">
      <div>
        <h2 className="font-semibold">{text.total}</h2>
        <p className="text-xs text-muted">{text.since(dayOf(data.since), dayOf(data.asOf))}</p>
      </div>
      <DefinedFigures definitions={data.definitions} figures={data.total} />
      <p className="max-w-3xl text-xs text-muted">{data.definitions.metrics}</p>
    </section>
  );
}

function ByTier({ data }: { data: GetBillingMetricsResponse }): ReactNode {
  const { data: { settings } = {} } = useBillingSettings();
  const products = [...(settings?.tiers ?? []), ...(settings?.oneTimeProducts ?? [])];
  const nameOf = (id: string): string =>
    products.find((one) => one.id === id)?.name || id || text.unknownTier;
  return (
    <Card isFlush title={text.byTier}>
      <ul className="divide-y divide-line">
        {data.metrics.map((one) => (
          <li className="space-y-3 p-4" key={`${one.store} ${one.tierId}`}>
            <h3 className="font-medium">
              {nameOf(one.tierId)} <span className="font-normal text-muted">· {storeName(one.store)}</span>
            </h3>
            <FigureLine figures={one} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Nothing({ hasTests, onTests }: { hasTests: boolean; onTests: () => void }): ReactNode {
  return (
    <EmptyState
      action={!hasTests && <Button onClick={onTests}>{text.showTests}</Button>}
      icon="card"
      title={text.emptyTitle}
    >
      {text.emptyText}
    </EmptyState>
  );
}
