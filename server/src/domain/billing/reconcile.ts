import type { App } from "../../app.ts";
import { findBillingStore, putBillingStore } from "../../storage/billing-stores.ts";
import type { SubscriptionRow } from "../../storage/db.ts";
import { findProject, listAllProjects } from "../../storage/projects.ts";
import {
  claimSubscriptionCheck,
  listSubscriptionsToCheck,
  scheduleSubscriptionCheck,
} from "../../storage/subscriptions.ts";
import { readProject } from "../projects/project.ts";
import { allDetailsOf, type ProjectDetails } from "../projects/project-details.ts";
import { checkDuePurchases } from "./check-purchases.ts";
import { mapLimit } from "./map-limit.ts";
import { checkAgainAt, nextCheck } from "./next-check.ts";
import { type ReceiveApp, receiveNotification } from "./receive-notification.ts";
import { askAbout } from "./refresh-subscription.ts";
import { adapterOf } from "./store-adapter.ts";
import {
  isStoreTrouble,
  noteStoreAnswer,
  noteStoreFailure,
  problemOf,
  restingUntil,
} from "./store-health.ts";
import { type StoreName, storeNames } from "./stores.ts";

type ReconcileApp = ReceiveApp & Pick<App, "metrics">;

export type Reconciled = { checked: number; failed: number; found: number };

const AT_A_TIME = 4;
const BATCH = 40;
/** Longer than asking about one takes. */
const LEASE_MS = 300_000;
const DAY_MS = 86_400_000;
/** What a store told around the last look may be listed only later. */
const OVERLAP_MS = 3_600_000;
/** As long as a server may be away and not have missed anything to speak of. */
const AWAY_MS = 600_000;

/**
 * Finds out what nobody told: asks about subscriptions whose time has come, and compares what the stores
 * say they sent with what came, once a day and after the server was away.
 */
export async function reconcile(
  app: ReconcileApp,
  { hasJustStarted, signal }: { hasJustStarted: boolean; signal?: AbortSignal },
): Promise<Reconciled> {
  const total: Reconciled = { checked: 0, failed: 0, found: 0 };
  await checkDue(app, total, signal);
  await checkDuePurchases(app, total, signal);
  await catchUp(app, hasJustStarted ? AWAY_MS : DAY_MS, total, signal);
  return total;
}

async function checkDue(
  app: ReconcileApp,
  total: Reconciled,
  signal: AbortSignal | undefined,
): Promise<void> {
  let due: SubscriptionRow[];
  do {
    due = signal?.aborted ? [] : await listSubscriptionsToCheck(app.db, app.clock(), BATCH);
    await mapLimit(due, AT_A_TIME, async (row) => {
      if (signal?.aborted) return;
      const claimed = await claimSubscriptionCheck(app.db, row, app.clock() + LEASE_MS);
      if (claimed) total[(await check(app, claimed)) ? "checked" : "failed"] += 1;
    });
  } while (due.length > 0);
}

async function check(app: ReconcileApp, row: SubscriptionRow): Promise<boolean> {
  const found = await findProject(app.db, row.projectId);
  const project = found && readProject(found);
  if (!project?.settings.billing.enabled) {
    await scheduleSubscriptionCheck(app.db, row, app.clock() + DAY_MS, 0);
    return true;
  }
  const rest = await restingUntil(app, project.id, row.store);
  if (rest !== undefined) {
    await scheduleSubscriptionCheck(app.db, row, rest, row.checkAttempts);
    return false;
  }
  try {
    const { subscription, isSettled } = await askAbout(app, project, row);
    if (isSettled) {
      await scheduleSubscriptionCheck(app.db, subscription, nextCheck(subscription, app.clock()), 0);
    }
    return isSettled;
  } catch (error) {
    const attempts = row.checkAttempts + 1;
    await scheduleSubscriptionCheck(app.db, row, checkAgainAt(attempts, app.clock()), attempts);
    app.log(isStoreTrouble(error) ? "warn" : "error", "a subscription could not be checked", {
      project: project.slug,
      store: row.store,
      subscription: row.id,
      attempts,
      detail: problemOf(error),
    });
    return false;
  }
}

async function catchUp(
  app: ReconcileApp,
  olderThanMs: number,
  total: Reconciled,
  signal: AbortSignal | undefined,
): Promise<void> {
  const selling = (await listAllProjects(app.db))
    .map(readProject)
    .filter(({ settings }) => settings.billing.enabled);
  for (const project of await allDetailsOf(app, selling)) {
    for (const store of storeNames) {
      if (signal?.aborted) return;
      if (adapterOf(app, store).missing(project).length === 0) {
        total.found += await catchUpWith(app, project, store, olderThanMs);
      }
    }
  }
}

/** Returns how many notifications had not come. They are worked out like all others. */
async function catchUpWith(
  app: ReconcileApp,
  project: ProjectDetails,
  store: StoreName,
  olderThanMs: number,
): Promise<number> {
  const now = app.clock();
  const known = await findBillingStore(app.db, project.id, store);
  const until = known?.reconciledUntil ?? null;
  if (until === null) {
    // Set up just now: what was before was not for us.
    await putBillingStore(app.db, project.id, store, { reconciledUntil: now });
    return 0;
  }
  const isResting = (known?.restUntil ?? 0) > now || (known?.lastErrorAt ?? 0) > now - AWAY_MS;
  if (now - until < olderThanMs || isResting) return 0;
  let found = 0;
  try {
    for await (const notification of adapterOf(app, store).missed(app, project, until - OVERLAP_MS)) {
      if (await receiveNotification(app, project, store, notification)) found += 1;
    }
  } catch (error) {
    if (!isStoreTrouble(error)) throw error;
    await noteStoreFailure(app, project.id, store, error);
    const facts = { project: project.slug, store, detail: problemOf(error) };
    app.log("warn", "the store's own record of notifications cannot be read", facts);
    return found;
  }
  await noteStoreAnswer(app, project.id, store);
  await putBillingStore(app.db, project.id, store, { reconciledUntil: now });
  if (found > 0)
    app.log("info", "found notifications that had not come", { project: project.slug, store, found });
  return found;
}
