import { addDays, type Day, daysBetween, daysFrom } from "./days.ts";
import type { Tally } from "./tally.ts";

const WEEK = 7;

type Counts = ReadonlyMap<Day, Tally>;

export type WeekOfUsers = { from: Day; to: Day; active: number; activeBefore: number; returned: number };

/** The whole weeks of a range. The last one ends with it. */
export function weeksOf(counts: Counts, from: Day, to: Day): WeekOfUsers[] {
  const length = Math.floor((daysBetween(from, to) + 1) / WEEK);
  return Array.from({ length }, (_, index) => {
    const end = addDays(to, (index + 1 - length) * WEEK);
    return {
      from: addDays(end, 1 - WEEK),
      to: end,
      active: activeIn(counts, end, WEEK),
      activeBefore: activeIn(counts, addDays(end, -WEEK), WEEK),
      returned: activeIn(counts, end, WEEK, WEEK),
    };
  });
}

/**
 * Counts each user on their first active day in the window: the day whose gap reaches back before the window. With
 * `reach`, only those who were active in as many days before it.
 */
export function activeIn(counts: Counts, to: Day, length: number, reach = Number.POSITIVE_INFINITY): number {
  const window = daysFrom(addDays(to, 1 - length), to);
  let users = 0;
  for (const [sinceBeginning, day] of window.entries()) {
    for (const [gap, count] of counts.get(day)?.parts("active_by_gap") ?? []) {
      const before = Number(gap) - sinceBeginning; // how long before the window
      if (before > 0 && before <= reach) users += count;
    }
  }
  return users;
}
