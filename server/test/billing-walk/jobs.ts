import { processInbox } from "../../src/domain/billing/process-inbox.ts";
import { reconcile } from "../../src/domain/billing/reconcile.ts";
import { cancelDueAtStripe } from "../../src/domain/billing/stripe/cancel-due.ts";
import type { World } from "./world.ts";

/** What the server does by itself. */
export async function runJobs({ t: { app } }: World): Promise<void> {
  await processInbox(app);
  await reconcile(app, { hasJustStarted: false });
  await processInbox(app);
  await cancelDueAtStripe(app);
}
