import { useQuery } from "@connectrpc/connect-query";
import { AnalyticsService, type GetStatsResponse } from "@svc/proto/svc/admin/v1/analytics_pb";
import type { Project } from "@svc/proto/svc/admin/v1/project_pb";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useProject } from "../app/current-project.ts";
import { useUrlState } from "../app/url-state.ts";
import { Loaded } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { Skeleton } from "../components/skeleton.tsx";
import { overview as text } from "../strings/overview.ts";
import { screenNames } from "../strings/screens.ts";
import { Breakdowns } from "./overview/breakdowns.tsx";
import { DailyCharts } from "./overview/charts.tsx";
import { ConnectChecklist } from "./overview/checklist.tsx";
import { type Days, daysOf, longDay, rangeOf } from "./overview/range.ts";
import { RangePicker } from "./overview/range-picker.tsx";
import { RecentEvents } from "./overview/recent-events.tsx";
import { OverviewTiles } from "./overview/tiles.tsx";

const REFRESH_MS = 10_000;

export function OverviewPage(): ReactNode {
  const query = useProject();
  return (
    <Loaded query={query} waiting={<Page title={screenNames.overview}>{<Skeleton />}</Page>}>
      {({ project }) => project && <Overview key={project.id} project={project} />}
    </Loaded>
  );
}

function Overview({ project }: { project: Project }): ReactNode {
  const [now] = useState(() => Date.now());
  const [view, setView] = useUrlState({ range: "30", from: "", to: "" });
  const range = rangeOf(view.range);
  const days = daysOf({ ...view, range }, project.settings?.timezone ?? "UTC", now);
  const choose = ({ fromDate, toDate }: Days): void =>
    setView({ range: "custom", from: fromDate, to: toDate });
  return (
    <Page
      actions={
        <RangePicker
          days={days.current}
          onDays={choose}
          onRange={(next) =>
            next === "custom" ? choose(days.current) : setView({ range: next, from: "", to: "" })
          }
          today={days.today}
          value={range}
        />
      }
      // The days are the project's, which may not be those of who reads this.
      description={text.days(
        longDay(days.current.fromDate),
        longDay(days.current.toDate),
        project.settings?.timezone ?? "UTC",
      )}
      title={screenNames.overview}
    >
      <Numbers before={days.before} current={days.current} project={project.slug} today={days.today} />
    </Page>
  );
}

function Numbers(props: { project: string; current: Days; before: Days; today: string }): ReactNode {
  const of = { project: props.project };
  const options = { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS };
  const current = useQuery(AnalyticsService.method.getStats, { ...of, ...props.current }, options);
  const before = useQuery(AnalyticsService.method.getStats, { ...of, ...props.before });
  return (
    <div className={`space-y-5 ${current.isPlaceholderData ? "opacity-60" : ""}`}>
      <Loaded query={current}>
        {(stats) => (
          <Stats
            before={before.data}
            isOpen={stats.toDate >= props.today}
            project={props.project}
            stats={stats}
          />
        )}
      </Loaded>
    </div>
  );
}

function Stats(props: {
  project: string;
  stats: GetStatsResponse;
  before: GetStatsResponse | undefined;
  /** Whether the last day is not over yet. */
  isOpen: boolean;
}): ReactNode {
  const { project, stats, before, isOpen } = props;
  const { tiles } = stats;
  const isConnected = useHasSignIns(project, tiles?.signIns ?? 0);
  if (!tiles) return null;
  return (
    <>
      {isConnected === false && <ConnectChecklist hasUsers={tiles.users > 0} project={project} />}
      <OverviewTiles before={before?.tiles} tiles={tiles} />
      {isConnected && (
        <>
          <DailyCharts before={before} isOpen={isOpen} stats={stats} />
          <Breakdowns stats={stats} />
        </>
      )}
      <RecentEvents project={project} />
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
