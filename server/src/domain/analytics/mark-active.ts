import type { App } from "../../app.ts";
import { findLastActiveDay, insertActiveDay } from "../../storage/active-days.ts";
import type { Millis } from "../../storage/db.ts";
import type { DayToMark } from "../../storage/single-statements.ts";
import type { Project } from "../projects/project.ts";
import { addDays, daysBetween, isSameDay, spanOf } from "./days.ts";

/** The longest period for which active users are counted, in days. */
export const LONGEST_GAP = 30;

/**
 * Records that the user was active today, and the days since they were last active. With these gaps, the active users
 * of any 7 or 30 days are a sum of daily counts.
 *
 * Call it in the transaction of the sign-in or refresh, after the user's activity was written, so that two devices of
 * one user lock in the same order.
 */
export async function markActive(
  app: Pick<App, "clock" | "db">,
  project: Project,
  userId: string,
): Promise<void> {
  const { day, since } = dayToMark(app, project);
  const last = await findLastActiveDay(app.db, project.id, userId, since);
  if (last !== undefined && last >= day) return;
  const gap = last === undefined ? LONGEST_GAP : daysBetween(last, day);
  await insertActiveDay(app.db, { projectId: project.id, userId, day, gap });
}

/** Whether the user is already marked as active today. */
export function wasSeenToday(app: Pick<App, "clock">, project: Project, lastActiveAt: Millis): boolean {
  return isSameDay(app.clock(), lastActiveAt, project.settings.timezone);
}

/** By time zone. Every refresh needs it. */
const daysToMark = new Map<string, DayToMark>();

/** What a statement needs that marks a user as active today. */
export function dayToMark(app: Pick<App, "clock">, { settings: { timezone } }: Project): DayToMark {
  const { day, startsAt, endsAt } = spanOf(app.clock(), timezone);
  const known = daysToMark.get(timezone);
  if (known?.day === day) return known;
  const since = addDays(day, -LONGEST_GAP);
  const found = { day, dayStartsAt: startsAt, dayEndsAt: endsAt, since, longestGap: LONGEST_GAP };
  daysToMark.set(timezone, found);
  return found;
}
