import type { App } from "../../app.ts";
import { releaseLease, takeLease } from "../../storage/leases.ts";

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

/** Lets another replica take the job over at once. */
export function releaseJob(app: Pick<App, "db">, job: string, holder: string): Promise<void> {
  return releaseLease(app.db, `job:${job}`, holder);
}
