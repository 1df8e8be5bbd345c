import type { App } from "../app.ts";
import { runUserJobs } from "../domain/user-jobs/run-user-jobs.ts";
import type { Job } from "./scheduler.ts";

/** Runs on every replica: each job of an administrator is leased by one of them. */
export function userJobsJob(app: App): Job {
  return { name: "user-jobs", everyMs: 2_000, run: (signal) => runUserJobs(app, signal) };
}
