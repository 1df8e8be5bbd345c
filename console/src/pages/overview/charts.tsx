import type { DailyStats } from "@svc/proto/svc/admin/v1/analytics_pb";
import type { ReactNode } from "react";
import type { Series } from "../../components/chart-frame.tsx";
import { LineChart } from "../../components/line-chart.tsx";
import { Card } from "../../components/page.tsx";
import { overview as text } from "../../strings/overview.ts";
import { dayLabel, type Range } from "./range.ts";

type Counted = "activeUsers" | "newUsers" | "newGuests" | "signIns" | "signInFailures";

/** Who came, and how signing in went, side by side where there is room. */
export function DailyCharts({ days, range }: { days: readonly DailyStats[]; range: Range }): ReactNode {
  const categories = days.map(({ date }) => dayLabel(date, range));
  const line = (name: string, counted: Counted): Series => ({
    name,
    values: days.map((day) => day[counted]),
  });
  return (
    <div className="grid grid-cols-1 gap-5 xl:grid-cols-2">
      <ChartCard
        categories={categories}
        empty={text.noPeople}
        note={text.peopleText}
        series={[
          line(text.activeUsers, "activeUsers"),
          line(text.newUsers, "newUsers"),
          line(text.newGuests, "newGuests"),
        ]}
        title={text.people}
      />
      <ChartCard
        categories={categories}
        empty={text.noAttempts}
        note={text.attemptsText}
        series={[line(text.signIns, "signIns"), line(text.failures, "signInFailures")]}
        title={text.attempts}
      />
    </div>
  );
}

function ChartCard(props: {
  title: string;
  note: string;
  empty: string;
  categories: readonly string[];
  series: readonly Series[];
}): ReactNode {
  const isEmpty = props.series.every(({ values }) => values.every((value) => value === 0));
  return (
    <Card description={props.note} title={props.title}>
      {isEmpty ? (
        <Nothing>{props.empty}</Nothing>
      ) : (
        <LineChart categories={props.categories} hasOpenEnd label={props.title} series={props.series} />
      )}
    </Card>
  );
}

/** Where a chart would be, were there anything to draw. */
export function Nothing({ children }: { children: ReactNode }): ReactNode {
  return <p className="py-8 text-center text-muted">{children}</p>;
}
