export const RANGES = ["7", "30", "90", "365", "custom"] as const;

export type Range = (typeof RANGES)[number];

/** First and last day, both included. */
export type Days = { fromDate: string; toDate: string };

const DAY_MS = 86_400_000;
/** The server's limit. */
const MAX_DAYS = 732;

/** What the address says, or the usual range for anything that is none. */
export function rangeOf(text: string): Range {
  return RANGES.find((range) => range === text) ?? "30";
}

/**
 * The days of a range, by the project's clock, and as many before it. One that is no custom one ends today; so does a custom one
 * until both its days are chosen.
 */
export function daysOf(
  { range, from, to }: { range: Range; from: string; to: string },
  timezone: string,
  now: number,
): { current: Days; before: Days; today: string } {
  const today = todayIn(timezone, now);
  const current =
    customDays(range, from, to, today) ?? lastDays(range === "custom" ? 30 : Number(range), today);
  const length = (Date.parse(current.toDate) - Date.parse(current.fromDate)) / DAY_MS + 1;
  const before = { fromDate: addDays(current.fromDate, -length), toDate: addDays(current.fromDate, -1) };
  return { current, before, today };
}

function lastDays(count: number, today: string): Days {
  return { fromDate: addDays(today, 1 - count), toDate: today };
}

function customDays(range: Range, from: string, to: string, today: string): Days | undefined {
  if (range !== "custom" || !isDay(from) || !isDay(to)) return undefined;
  const toDate = to > today ? today : to;
  const earliest = addDays(toDate, 1 - MAX_DAYS);
  if (from > toDate) return { fromDate: toDate, toDate };
  return { fromDate: from < earliest ? earliest : from, toDate };
}

function isDay(text: string): boolean {
  return /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** `2030-01-31` in that zone; in UTC where this browser does not know the zone. */
function todayIn(timezone: string, now: number): string {
  const format = (timeZone: string): string => new Intl.DateTimeFormat("sv-SE", { timeZone }).format(now);
  try {
    return format(timezone);
  } catch {
    return format("UTC");
  }
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

const near = new Intl.DateTimeFormat(undefined, {
  timeZone: "UTC",
  weekday: "short",
  month: "short",
  day: "numeric",
});
const far = new Intl.DateTimeFormat(undefined, { timeZone: "UTC", dateStyle: "medium" });

/** "Tue, Jan 1"; with the year where a range is longer than one could mean. */
export function dayLabel(day: string, count: number): string {
  return (count > 180 ? far : near).format(Date.parse(day));
}

export function longDay(day: string): string {
  return far.format(Date.parse(day));
}
