import type { DailyStats, GetStatsResponse, WeeklyRetention } from "@svc/proto/svc/admin/v1/analytics_pb";
import type { ReactNode } from "react";
import type { Format, Series } from "../../components/chart-frame.tsx";
import { LineChart } from "../../components/line-chart.tsx";
import { Card } from "../../components/page.tsx";
import { overview as text } from "../../strings/overview.ts";
import { dayLabel } from "./range.ts";
import { retentionRate } from "./rates.ts";

type Counted = "activeUsers" | "newUsers" | "newGuests" | "guestConversions" | "signIns" | "signInFailures";
type Props = { stats: GetStatsResponse; before: GetStatsResponse | undefined; isOpen: boolean };

const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });

/** Who came and came back, and how signing in went, side by side where there is room. */
export function DailyCharts({ stats, before, isOpen }: Props): ReactNode {
  const { days } = stats;
  const categories = days.map(({ date }) => dayLabel(date, days.length));
  const line = (name: string, counted: Counted): Series => ({ name, values: countsOf(days, counted) });
  const earlier = (counted: Counted): Series[] =>
    before ? [{ name: text.before, values: countsOf(before.days, counted), isBefore: true }] : [];
  const chart = { categories, isOpen };
  return (
    <div className="grid grid-cols-1 gap-5 xl:grid-cols-2">
      <ChartCard
        {...chart}
        empty={text.noPeople}
        note={text.peopleText}
        series={[
          line(text.activeUsers, "activeUsers"),
          line(text.newUsers, "newUsers"),
          ...earlier("activeUsers"),
        ]}
        title={text.people}
      />
      <ChartCard
        {...chart}
        empty={text.noAttempts}
        note={text.attemptsText}
        series={[line(text.signIns, "signIns"), line(text.failures, "signInFailures"), ...earlier("signIns")]}
        title={text.attempts}
      />
      <ChartCard
        {...chart}
        empty={text.noMethods}
        note={text.methodsText}
        series={methodLines(stats)}
        title={text.methodsOverTime}
      />
      <ChartCard
        {...chart}
        empty={text.noGuests}
        note={text.guestsText}
        series={[line(text.newGuests, "newGuests"), line(text.conversions, "guestConversions")]}
        title={text.guestsPerDay}
      />
      <div className="xl:col-span-2">
        <Retention weeks={stats.weeks} />
      </div>
    </div>
  );
}

function countsOf(days: readonly DailyStats[], counted: Counted): number[] {
  return days.map((day) => day[counted]);
}

/** The most used method first, as the server has sorted them. */
function methodLines({ signInsByMethod, days }: GetStatsResponse): Series[] {
  return signInsByMethod.map(({ key }) => ({
    name: text.methods[key] ?? key,
    values: days.map((day) => day.signInsByMethod.find((part) => part.key === key)?.count ?? 0),
  }));
}

/** One week is a number and not a line. */
function Retention({ weeks }: { weeks: readonly WeeklyRetention[] }): ReactNode {
  const rates = weeks.map((week) => retentionRate(week) ?? 0);
  const last = weeks.at(-1);
  const hasUsers = weeks.some(({ previousActiveUsers }) => previousActiveUsers > 0);
  if (weeks.length > 1 || !last || !hasUsers) {
    return (
      <ChartCard
        categories={weeks.map(({ toDate }) => text.weekTo(dayLabel(toDate, weeks.length * 7)))}
        empty={text.noRetention}
        format={percent.format}
        isOpen={false}
        note={text.retentionText}
        series={hasUsers ? [{ name: text.cameBack, values: rates }] : []}
        title={text.retention}
        top={1}
      />
    );
  }
  return (
    <Card description={text.retentionText} title={text.retention}>
      <p className="text-2xl font-semibold tabular-nums">{percent.format(rates.at(-1) ?? 0)}</p>
      <p className="text-muted">{text.cameBackOf(last.returnedUsers, last.previousActiveUsers)}</p>
    </Card>
  );
}

function ChartCard(props: {
  title: string;
  note: string;
  empty: string;
  categories: readonly string[];
  series: readonly Series[];
  isOpen: boolean;
  format?: Format;
  top?: number;
}): ReactNode {
  const isEmpty = props.series.every(({ values }) => values.every((value) => value === 0));
  return (
    <Card description={props.note} title={props.title}>
      {isEmpty ? (
        <Nothing>{props.empty}</Nothing>
      ) : (
        <LineChart
          categories={props.categories}
          hasOpenEnd={props.isOpen}
          label={props.title}
          series={props.series}
          {...(props.format && { format: props.format })}
          {...(props.top !== undefined && { top: props.top })}
        />
      )}
    </Card>
  );
}

/** Where a chart would be, were there anything to draw. */
export function Nothing({ children }: { children: ReactNode }): ReactNode {
  return <p className="py-8 text-center text-muted">{children}</p>;
}
