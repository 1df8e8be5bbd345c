import type { App } from "../app.ts";
import { cancelDueAtStripe } from "../domain/billing/cancel-at-stripe.ts";
import { processInbox } from "../domain/billing/process-inbox.ts";
import { reconcile } from "../domain/billing/reconcile.ts";
import type { Job } from "./scheduler.ts";

/** The inbox and the cancellations run on every replica: each row is claimed by one of them. */
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
    { name: "stripe-cancellations", everyMs: 10_000, run: (signal) => cancelDueAtStripe(app, signal) },
  ];
}
