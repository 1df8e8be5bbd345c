import type { App } from "../../app.ts";
import type { Millis } from "../../storage/db.ts";
import { writeOldActivity } from "../../storage/old-activity.ts";
import { noteRefresh, noteSignIn } from "../../storage/user-activity.ts";
import { markActive, wasSeenToday } from "../analytics/mark-active.ts";
import type { Project } from "../projects/project.ts";

type ActivityApp = Pick<App, "clock" | "db" | "upgrade">;

const HOUR_MS = 3_600_000;

/** Stores that the user signs in now. Call it in the transaction of the sign-in. */
export async function recordSignIn(app: ActivityApp, project: Project, userId: string): Promise<void> {
  const by = { projectId: project.id, userId, now: app.clock() };
  if (!(await app.upgrade.isFinished(app))) await writeOldActivity(app.db, by, { isSignIn: true });
  await noteSignIn(app.db, by);
}

/**
 * Stores that the user is active now, once a day, so that most refreshes write the row of the session alone. Replicas of
 * 0.1 find stale guests by the activity and not by the session, so for them it is written once an hour.
 */
export async function recordRefresh(
  app: ActivityApp,
  project: Project,
  userId: string,
  lastActiveAt: Millis | null,
): Promise<void> {
  const by = { projectId: project.id, userId, now: app.clock() };
  const isSeen = lastActiveAt !== null && wasSeenToday(app, project, lastActiveAt);
  if (isSeen && lastActiveAt >= by.now - HOUR_MS) return;
  const isFinished = await app.upgrade.isFinished(app);
  if (isSeen && isFinished) return;
  if (!isFinished) await writeOldActivity(app.db, by, { isSignIn: false });
  await noteRefresh(app.db, by);
  if (!isSeen) await markActive(app, project, userId);
}
