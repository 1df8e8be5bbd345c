import type { App } from "../../app.ts";
import { isLeaseHeld, releaseLease, takeLease } from "../../storage/leases.ts";

/** Takes or renews the lease of a job for `ms`. Returns whether this replica holds it. */
export function holdJob(
  app: Pick<App, "clock" | "db">,
  job: string,
  holder: string,
  ms: number,
): Promise<boolean> {
  const now = app.clock();
  return takeLease(app.db, `job:${job}`, holder, now, now + ms);
}

/** Whether some replica holds the lease of a job. */
export function isJobHeld(app: Pick<App, "clock" | "db">, job: string): Promise<boolean> {
  return isLeaseHeld(app.db, `job:${job}`, app.clock());
}

/** Lets another replica take the job over at once. */
export function releaseJob(app: Pick<App, "db">, job: string, holder: string): Promise<void> {
  return releaseLease(app.db, `job:${job}`, holder);
}
