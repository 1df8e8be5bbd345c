import type { GetStatsResponse, StatCount } from "@svc/proto/svc/admin/v1/analytics_pb";
import type { ReactNode } from "react";
import { BarChart } from "../../components/bar-chart.tsx";
import { Card } from "../../components/page.tsx";
import { overview as text } from "../../strings/overview.ts";
import { Nothing } from "./charts.tsx";

export function Breakdowns({ stats }: { stats: GetStatsResponse }): ReactNode {
  return (
    <div className="grid grid-cols-1 gap-5 md:grid-cols-2 xl:grid-cols-3">
      <CountCard
        counts={stats.signInFailuresByReason}
        empty={text.noFailures}
        name={text.failures}
        names={text.reasons}
        note={text.inPeriod}
        title={text.byReason}
      />
      <CountCard
        counts={stats.signInsByMethod}
        empty={text.noMethods}
        name={text.signIns}
        names={text.methods}
        note={text.inPeriod}
        title={text.byMethod}
      />
      <CountCard
        counts={stats.usersByProvider}
        empty={text.noUsers}
        name={text.users}
        names={text.methods}
        note={text.byProviderText}
        title={text.byProvider}
      />
    </div>
  );
}

function CountCard(props: {
  title: string;
  note: string;
  name: string;
  names: Readonly<Record<string, string>>;
  empty: string;
  counts: readonly StatCount[];
}): ReactNode {
  const bars = props.counts.map(({ key, count }) => ({ label: props.names[key] ?? key, value: count }));
  return (
    <Card description={props.note} title={props.title}>
      {bars.length === 0 ? (
        <Nothing>{props.empty}</Nothing>
      ) : (
        <BarChart bars={bars} label={props.title} name={props.name} />
      )}
    </Card>
  );
}
