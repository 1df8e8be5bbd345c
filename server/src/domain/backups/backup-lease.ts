import type { App } from "../../app.ts";
import { holdJob, isJobHeld, releaseJob } from "../instance/job-lease.ts";

const JOB = "backup";
const MINUTE_MS = 60_000;
/** Longer than the renewal interval, and short enough that a crash does not delay the next backup for long. */
const LEASE_MS = 15 * MINUTE_MS;

/** Returns whether the holder may write a backup: one at a time, on all replicas. */
export function takeBackupLease(app: Pick<App, "clock" | "db">, holder: string): Promise<boolean> {
  return holdJob(app, JOB, holder, LEASE_MS);
}

/** Whether some replica is writing a backup. */
export function isBackupRunning(app: Pick<App, "clock" | "db">): Promise<boolean> {
  return isJobHeld(app, JOB);
}

/** Renews the lease while the work lasts, and gives it back. */
export async function whileHoldingLease<T>(
  app: Pick<App, "clock" | "db">,
  holder: string,
  work: () => Promise<T>,
): Promise<T> {
  const renewing = setInterval(() => {
    takeBackupLease(app, holder).catch(() => {});
  }, LEASE_MS / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    await releaseJob(app, JOB, holder);
  }
}
