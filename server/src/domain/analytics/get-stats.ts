import type { App } from "../../app.ts";
import { invalidRequest } from "../../errors.ts";
import { findLastCountedDay, findRollup, listStats } from "../../storage/daily-stats.ts";
import type { Millis } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";
import { ACTIVE_METRICS, countActive, countEvents, countRefreshes, EVENT_METRICS } from "./count-events.ts";
import { countUsers, SLICE, USER_METRICS } from "./count-users.ts";
import { addDays, type Day, dayOf, daysBetween, daysFrom, isDay, startOfDay } from "./days.ts";
import { LONGEST_GAP } from "./mark-active.ts";
import { Tally } from "./tally.ts";
import { activeIn, type WeekOfUsers, weeksOf } from "./weeks-of.ts";

const DEFAULT_DAYS = 30;
const MAX_DAYS = 732;
/** Events since the last rollup are counted live, unless the rollup is older than this. */
const LIVE_MS = 86_400_000;

type StatsApp = Pick<App, "clock" | "db">;
type CountingApp = StatsApp & Pick<App, "refreshCounter">;

export type Stats = {
  from: Day;
  to: Day;
  timezone: string;
  /** One for each day of the range. */
  days: { day: Day; counts: Tally }[];
  /** The whole range. */
  sums: Tally;
  /** Users at its end. */
  users: Tally;
  /** Different users who were active in the 1, 7 and 30 days up to its end. */
  activeUsers: { daily: number; weekly: number; monthly: number };
  /** The last one ends with the range. */
  weeks: WeekOfUsers[];
  countedUntil: Millis;
};

/** Combines the daily counts with what has happened since the last rollup. It never scans a year of events. */
export async function getStats(
  app: CountingApp,
  project: Project,
  input: { fromDate: string; toDate: string },
): Promise<Stats> {
  const { timezone } = project.settings;
  const { from, to } = requireRange(input, dayOf(app.clock(), timezone));
  await app.refreshCounter.flush();
  const counts = await countedDays(app, project, from, to);
  const countedUntil = await addLive(app, project, counts, to);

  const sums = new Tally();
  const days = daysFrom(from, to).map((day) => ({ day, counts: counts.get(day) ?? new Tally() }));
  for (const { counts } of days) sums.include(counts);
  const users = await usersAt(app, project, to);
  const activeUsers = {
    daily: activeIn(counts, to, 1),
    weekly: activeIn(counts, to, 7),
    monthly: activeIn(counts, to, 30),
  };
  const weeks = weeksOf(counts, from, to);
  return { from, to, timezone, days, sums, users, activeUsers, weeks, countedUntil };
}

function requireRange(input: { fromDate: string; toDate: string }, today: Day): { from: Day; to: Day } {
  const to = requireDay("to_date", input.toDate, today);
  const from = requireDay("from_date", input.fromDate, addDays(to, -DEFAULT_DAYS));
  if (from > to) throw invalidRequest("from_date", "must not be after to_date");
  if (daysBetween(from, to) >= MAX_DAYS) {
    throw invalidRequest("from_date", `must be at most ${MAX_DAYS} days before to_date`);
  }
  return { from, to };
}

function requireDay(field: string, text: string, otherwise: Day): Day {
  if (text === "") return otherwise;
  if (!isDay(text)) throw invalidRequest(field, "must be a date such as 2031-01-31");
  return text;
}

/** The counts that the rollup has stored, with the gaps of active users from a week before, or in the last 30 days. */
async function countedDays(app: StatsApp, { id }: Project, from: Day, to: Day): Promise<Map<Day, Tally>> {
  const metrics = [...EVENT_METRICS, "refreshes", "active_users"];
  const rows = await listStats(app.db, id, metrics, from, to);
  const month = addDays(to, -LONGEST_GAP);
  const weekBefore = addDays(from, -7);
  const gapsFrom = weekBefore < month ? weekBefore : month;
  const gaps = await listStats(app.db, id, ["active_by_gap"], gapsFrom, to);
  const days = new Map<Day, Tally>();
  for (const { day, metric, key, value } of [...rows, ...gaps]) tallyOf(days, day).add(metric, key, value);
  return days;
}

/** Counts what has happened since the last rollup. Returns until when events are counted. */
async function addLive(app: StatsApp, project: Project, counts: Map<Day, Tally>, to: Day): Promise<Millis> {
  const { timezone } = project.settings;
  const now = app.clock();
  const rollup = await findRollup(app.db, project.id);
  const since = Math.max(rollup?.countedUntil ?? 0, project.createdAt);
  if (now - since > LIVE_MS) return since;

  const today = dayOf(now, timezone);
  for (const day of daysFrom(dayOf(since, timezone), to < today ? to : today)) {
    const start = Math.max(since, startOfDay(day, timezone));
    // Today ends now, including the current millisecond.
    const end = Math.min(startOfDay(addDays(day, 1), timezone), now + 1);
    const tally = tallyOf(counts, day);
    tally.include(await countEvents(app, project.id, start, end));
    tally.add("refreshes", "", await countRefreshes(app, project.id, start, end));
    for (const metric of ACTIVE_METRICS) tally.clear(metric);
    tally.include(await countActive(app, project.id, day));
  }
  return Math.max(since, now);
}

/**
 * The rollup counts users once for each day, so that the number stays correct when users are deleted later. For
 * today a small number of users is counted again. For a day before the first rollup, only users who still exist are
 * counted.
 */
async function usersAt(app: StatsApp, project: Project, to: Day): Promise<Tally> {
  const { timezone } = project.settings;
  const isNow = to >= dayOf(app.clock(), timezone);
  const day = await findLastCountedDay(app.db, project.id, "users", to);
  if (day === undefined) {
    return countUsers(app, project, isNow ? undefined : startOfDay(addDays(to, 1), timezone));
  }
  const users = new Tally();
  for (const { metric, key, value } of await listStats(app.db, project.id, USER_METRICS, day, day)) {
    users.add(metric, key, value);
  }
  return isNow && users.total("users") <= SLICE ? countUsers(app, project) : users;
}

function tallyOf(days: Map<Day, Tally>, day: Day): Tally {
  const tally = days.get(day) ?? new Tally();
  days.set(day, tally);
  return tally;
}
