export const RANGES = ["7", "30", "90", "365"] as const;

export type Range = (typeof RANGES)[number];

/** What the address says, or the usual range for anything that is none. */
export function rangeOf(text: string): Range {
  return RANGES.find((range) => range === text) ?? "30";
}

const DAY_MS = 86_400_000;

/** The days of a range that ends today, by the project's clock, and of the one before it. */
export function daysOf(range: Range, timezone: string, now: number) {
  const count = Number(range);
  const today = todayIn(timezone, now);
  return {
    current: { fromDate: addDays(today, 1 - count), toDate: today },
    before: { fromDate: addDays(today, 1 - 2 * count), toDate: addDays(today, -count) },
  };
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

const near = new Intl.DateTimeFormat("en", {
  timeZone: "UTC",
  weekday: "short",
  month: "short",
  day: "numeric",
});
const far = new Intl.DateTimeFormat("en", { timeZone: "UTC", dateStyle: "medium" });

/** "Tue, Jan 1"; with the year where a range is longer than one could mean. */
export function dayLabel(day: string, range: Range): string {
  return (range === "365" ? far : near).format(Date.parse(day));
}

export function longDay(day: string): string {
  return far.format(Date.parse(day));
}
