import { useQuery } from "@connectrpc/connect-query";
import { AnalyticsService, type GetStatsResponse } from "@svc/proto/svc/admin/v1/analytics_pb";
import type { Project } from "@svc/proto/svc/admin/v1/project_pb";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useProject } from "../app/current-project.ts";
import { useUrlState } from "../app/url-state.ts";
import { Loaded } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { overview as text } from "../strings/overview.ts";
import { screenNames } from "../strings/screens.ts";
import { Breakdowns } from "./overview/breakdowns.tsx";
import { DailyCharts } from "./overview/charts.tsx";
import { ConnectChecklist } from "./overview/checklist.tsx";
import { daysOf, longDay, type Range, rangeOf } from "./overview/range.ts";
import { RangePicker } from "./overview/range-picker.tsx";
import { RecentEvents } from "./overview/recent-events.tsx";
import { OverviewTiles } from "./overview/tiles.tsx";

const REFRESH_MS = 10_000;

export function OverviewPage(): ReactNode {
  const [view, setView] = useUrlState({ range: "30" });
  const range = rangeOf(view.range);
  const query = useProject();
  return (
    <Page
      actions={<RangePicker onChange={(range) => setView({ range })} value={range} />}
      title={screenNames.overview}
    >
      <Loaded query={query}>
        {({ project }) => project && <Numbers key={project.id} project={project} range={range} />}
      </Loaded>
    </Page>
  );
}

function Numbers({ project, range }: { project: Project; range: Range }): ReactNode {
  const [now] = useState(() => Date.now());
  const days = daysOf(range, project.settings?.timezone ?? "UTC", now);
  const of = { project: project.slug };
  const options = { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS };
  const current = useQuery(
    AnalyticsService.method.getStats,
    { ...of, fromDate: days.current.fromDate },
    options,
  );
  const before = useQuery(AnalyticsService.method.getStats, { ...of, ...days.before });
  return (
    <div className={`space-y-5 ${current.isPlaceholderData ? "opacity-60" : ""}`}>
      <Loaded query={current}>
        {(stats) => <Stats before={before.data} project={project.slug} range={range} stats={stats} />}
      </Loaded>
    </div>
  );
}

function Stats(props: {
  project: string;
  range: Range;
  stats: GetStatsResponse;
  before: GetStatsResponse | undefined;
}): ReactNode {
  const { project, range, stats, before } = props;
  const { tiles } = stats;
  const isConnected = useHasSignIns(project, tiles?.signIns ?? 0);
  if (!tiles) return null;
  return (
    <>
      {isConnected === false && <ConnectChecklist hasUsers={tiles.users > 0} project={project} />}
      <OverviewTiles before={before?.tiles} range={text.previousPeriod[range]} tiles={tiles} />
      {isConnected && (
        <>
          <DailyCharts days={stats.days} range={range} />
          <Breakdowns stats={stats} tiles={tiles} />
        </>
      )}
      <RecentEvents project={project} />
      <p className="text-xs text-muted">
        {text.days(longDay(stats.fromDate), longDay(stats.toDate), stats.timezone)}
      </p>
    </>
  );
}

/** Whether anybody has ever signed in; undefined while that is not known. */
function useHasSignIns(project: string, inRange: number): boolean | undefined {
  const query = useQuery(
    AnalyticsService.method.listRecentEvents,
    { project, kinds: ["user.signed_in", "user.guest_created"], pageSize: 1 },
    { enabled: inRange === 0 },
  );
  if (inRange > 0) return true;
  return query.data && query.data.events.length > 0;
}
