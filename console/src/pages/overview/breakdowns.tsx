import type { GetStatsResponse, StatCount, StatTiles } from "@svc/proto/svc/admin/v1/analytics_pb";
import type { ReactNode } from "react";
import { BarChart } from "../../components/bar-chart.tsx";
import { Facts } from "../../components/facts.tsx";
import { Card } from "../../components/page.tsx";
import { overview as text } from "../../strings/overview.ts";
import { Nothing } from "./charts.tsx";

const number = new Intl.NumberFormat("en");
const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

export function Breakdowns({ stats, tiles }: { stats: GetStatsResponse; tiles: StatTiles }): ReactNode {
  return (
    <div className="grid grid-cols-1 gap-5 md:grid-cols-2 xl:grid-cols-3">
      <CountCard
        counts={stats.signInsByMethod}
        empty={text.noMethods}
        name={text.signIns}
        note={text.byMethodText}
        title={text.byMethod}
      />
      <CountCard
        counts={stats.usersByProvider}
        empty={text.noUsers}
        name={text.users}
        note={text.byProviderText}
        title={text.byProvider}
      />
      <Card description={text.healthText} title={text.health}>
        <Facts facts={healthOf(tiles)} />
      </Card>
    </div>
  );
}

function CountCard(props: {
  title: string;
  note: string;
  name: string;
  empty: string;
  counts: readonly StatCount[];
}): ReactNode {
  const bars = props.counts.map(({ key, count }) => ({ label: text.methods[key] ?? key, value: count }));
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

function healthOf(tiles: StatTiles): { name: string; value: ReactNode }[] {
  const attempts = tiles.signIns + tiles.signInFailures;
  const share = attempts === 0 ? text.none : percent.format(tiles.signInFailures / attempts);
  const perHundred =
    tiles.newGuests === 0
      ? text.none
      : number.format(Math.round((tiles.guestConversions / tiles.newGuests) * 100));
  const facts = {
    [text.failedAttempts]: number.format(tiles.signInFailures),
    [text.failedShare]: share,
    [text.guests]: number.format(tiles.guests),
    [text.guestsMade]: number.format(tiles.newGuests),
    [text.conversions]: number.format(tiles.guestConversions),
    [text.conversionRate]: perHundred,
  };
  return Object.entries(facts).map(([name, value]) => ({
    name,
    value: <span className="font-medium tabular-nums">{value}</span>,
  }));
}
