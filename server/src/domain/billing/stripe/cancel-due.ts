import type { StripeCancellationRow } from "../../../storage/db.ts";
import { findProject } from "../../../storage/projects.ts";
import {
  claimStripeCancellation,
  deleteStripeCancellation,
  listDueStripeCancellations,
  updateStripeCancellation,
} from "../../../storage/stripe-cancellations.ts";
import { transact } from "../../../storage/transact.ts";
import { recordEvent, systemActor } from "../../analytics/record-event.ts";
import { openProviderSecret } from "../../projects/provider-secrets.ts";
import type { StoreApp } from "../store-adapter.ts";
import { problemOf, retryAfterMs } from "../store-health.ts";

export type Cancellations = { canceled: number; failed: number };

const BATCH = 20;
/** Longer than any attempt takes. */
const LEASE_MS = 60_000;
const BACK_OFF_MS = [30_000, 120_000, 600_000, 3_600_000, 6 * 3_600_000];
const GIVE_UP_AFTER_MS = 14 * 86_400_000;
/**
 * A page that nobody finished ends after a day, and Stripe repeats for three days what it has to tell about one that was
 * paid. For as long it is known that the customer's account was deleted.
 */
const CUSTOMER_KNOWN_FOR_MS = 7 * 86_400_000;

/**
 * Ends at Stripe what deleted users had bought there, what they were about to buy, and subscriptions that an
 * administrator refunded. Any number of workers may do this at once: each subscription is claimed by one of
 * them. Ending it twice does no harm.
 */
export async function cancelDueAtStripe(app: StoreApp, signal?: AbortSignal): Promise<Cancellations> {
  const total: Cancellations = { canceled: 0, failed: 0 };
  let due: StripeCancellationRow[];
  do {
    due = signal?.aborted ? [] : await listDueStripeCancellations(app.db, app.clock(), BATCH);
    for (const cancellation of due) {
      if (signal?.aborted) break;
      const claimed = await claimStripeCancellation(app.db, cancellation, app.clock() + LEASE_MS);
      if (claimed) total[await cancel(app, claimed)] += 1;
    }
  } while (due.length > 0);
  return total;
}

async function cancel(app: StoreApp, row: StripeCancellationRow): Promise<keyof Cancellations> {
  try {
    if (await findProject(app.db, row.projectId)) {
      const key = await openProviderSecret(app, row.projectId, "stripe_secret_key");
      if (key === undefined) throw new Error("the project has no key of Stripe's");
      await end(app, key, row);
    }
    await finish(app, row);
    return "canceled";
  } catch (error) {
    await putOff(app, row, error);
    return "failed";
  }
}

async function finish(app: StoreApp, row: StripeCancellationRow): Promise<void> {
  const forgetAt = isCustomer(row) ? row.createdAt + CUSTOMER_KNOWN_FOR_MS : 0;
  if (forgetAt <= app.clock()) return deleteStripeCancellation(app.db, row.projectId, row.subscriptionKey);
  await updateStripeCancellation(app.db, row, { lastError: null, nextAttemptAt: forgetAt });
}

/** A subscription, or every page of this project on which the customer might still pay. */
async function end(app: StoreApp, key: string, row: StripeCancellationRow): Promise<void> {
  const { stripe } = app.stores;
  if (!isCustomer(row)) return stripe.cancel(key, row.subscriptionKey);
  for (const { id, projectId } of await stripe.listOpenCheckouts(key, row.subscriptionKey)) {
    // One that was paid meanwhile is told by Stripe, and its subscription is ended like others without an account.
    if (projectId === row.projectId) await stripe.expireCheckout(key, id);
  }
}

function isCustomer({ subscriptionKey }: StripeCancellationRow): boolean {
  return subscriptionKey.startsWith("cus_");
}

async function putOff(app: StoreApp, row: StripeCancellationRow, error: unknown): Promise<void> {
  const { projectId, subscriptionKey, attempts, createdAt } = row;
  const now = app.clock();
  if (isCustomer(row) && now - createdAt >= CUSTOMER_KNOWN_FOR_MS) {
    return deleteStripeCancellation(app.db, projectId, subscriptionKey);
  }
  const lastError = problemOf(error);
  const facts = { project: projectId, subscription: subscriptionKey, attempts, detail: lastError };
  if (now - createdAt < GIVE_UP_AFTER_MS) {
    const backOff = BACK_OFF_MS[Math.min(attempts, BACK_OFF_MS.length) - 1] ?? 0;
    const nextAttemptAt = now + Math.max(backOff, retryAfterMs(error) ?? 0);
    await updateStripeCancellation(app.db, row, { lastError, nextAttemptAt });
    const what = isCustomer(row) ? "checkout pages not closed" : "subscription not ended";
    app.log("warn", `${what} at Stripe, will be tried again`, facts);
    return;
  }
  const gaveUp = await transact(app, async (app) => {
    if (!(await updateStripeCancellation(app.db, row, { lastError, gaveUpAt: now }))) return false;
    const data = { subscription: subscriptionKey, attempts, reason: lastError };
    await recordEvent(app, { kind: "billing.cancellation_gave_up", projectId, by: systemActor, data });
    return true;
  });
  if (gaveUp) app.log("error", "subscription not ended at Stripe, given up", facts);
}
