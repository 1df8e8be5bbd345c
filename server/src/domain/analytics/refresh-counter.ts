import type { Background } from "../../runtime/background.ts";
import { addToExistingProject } from "../../storage/daily-stats.ts";
import type { Db, Millis } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";
import { type Day, today } from "./days.ts";

/** Counts token refreshes, which are not recorded as events. */
export type RefreshCounter = Readonly<{
  add: (project: Project) => void;
  /** Writes what was counted. Call it before the counts are read, and before the process ends. */
  flush: () => Promise<void>;
}>;

/** What a process that dies has counted in this time is lost. */
const FLUSH_AFTER_MS = 5_000;

/**
 * Counts in memory and adds the sums to the days of the projects every few seconds: a row that every refresh changed
 * would make them wait for each other.
 */
export function createRefreshCounter(
  app: Readonly<{ background: Background; clock: () => Millis; db: Db }>,
): RefreshCounter {
  let counts = new Map<string, { projectId: string; day: Day; value: number }>();
  let timer: NodeJS.Timeout | undefined;

  function count(projectId: string, day: Day, value: number): void {
    const key = `${projectId} ${day}`;
    const counted = counts.get(key);
    if (counted) counted.value += value;
    else counts.set(key, { projectId, day, value });
    timer ??= setTimeout(() => app.background.run("counting refreshes", flush), FLUSH_AFTER_MS).unref();
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const taken = [...counts.values()];
    counts = new Map();
    for (const [index, { projectId, day, value }] of taken.entries()) {
      try {
        await addToExistingProject(app.db, { projectId, metric: "refreshes", day, key: "", value });
      } catch (error) {
        for (const left of taken.slice(index)) count(left.projectId, left.day, left.value);
        throw error;
      }
    }
  }

  return { add: (project) => count(project.id, today(app.clock(), project.settings.timezone), 1), flush };
}
