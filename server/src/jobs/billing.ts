import type { App } from "../app.ts";
import { processInbox } from "../domain/billing/process-inbox.ts";
import { reconcile } from "../domain/billing/reconcile.ts";
import type { Job } from "./scheduler.ts";

/** The inbox and the jobs of the stores run on every replica: each subscription is claimed by one of them. */
export function billingJobs(app: App): Job[] {
  let hasJustStarted = true;
  return [
    { name: "billing-inbox", everyMs: 2_000, run: (signal) => processInbox(app, signal) },
    {
      name: "billing-reconcile",
      everyMs: 30_000,
      onOneReplica: true,
      async run(signal) {
        await reconcile(app, { hasJustStarted, signal });
        hasJustStarted = false;
      },
    },
    ...storeJobs(app),
  ];
}

function storeJobs(app: App): Job[] {
  return Object.values(app.stores.adapters).flatMap(({ jobs = [] }) =>
    jobs.map(({ name, everyMs, run }) => ({ name, everyMs, run: (signal) => run(app, signal) })),
  );
}
