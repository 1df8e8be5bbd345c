import type { App } from "../app.ts";
import { accountDeletionsJob } from "./account-deletions.ts";
import { appleRevocationsJob } from "./apple-revocations.ts";
import { backupJobs } from "./backup.ts";
import { billingJobs } from "./billing.ts";
import { certificateJobs } from "./certificate.ts";
import { cleanUpJob } from "./clean-up.ts";
import { copyActivityJob } from "./copy-activity.ts";
import { emptyLogJob } from "./empty-log.ts";
import { erasureJobs } from "./erasures.ts";
import { guestRetentionJob } from "./guest-retention.ts";
import { mailJob } from "./mail.ts";
import { rollupJob } from "./rollup.ts";
import type { Job } from "./scheduler.ts";
import { standByKeysJob } from "./stand-by-keys.ts";
import { userJobsJob } from "./user-jobs.ts";

/** All background jobs of a running server. */
export function serverJobs(app: App): Job[] {
  return [
    mailJob(app),
    copyActivityJob(app),
    emptyLogJob(app),
    cleanUpJob(app),
    standByKeysJob(app),
    guestRetentionJob(app),
    accountDeletionsJob(app),
    userJobsJob(app),
    rollupJob(app),
    appleRevocationsJob(app),
    ...billingJobs(app),
    ...backupJobs(app),
    ...erasureJobs(app),
    ...certificateJobs(app),
  ];
}
