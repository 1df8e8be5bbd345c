import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import {
  listDueNotifications,
  listDueSubjects,
  putOffNotifications,
  updateNotification,
} from "../../storage/billing-inbox.ts";
import type { BillingInboxRow } from "../../storage/db.ts";
import { releaseLease, takeLease } from "../../storage/leases.ts";
import { findProject } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import { recordEvent, systemActor } from "../analytics/record-event.ts";
import { type Project, readProject } from "../projects/project.ts";
import { acceptPurchase } from "./accept-purchase.ts";
import { acceptSnapshot } from "./accept-snapshot.ts";
import { mapLimit } from "./map-limit.ts";
import { adapterOf, type StoreApp } from "./store-adapter.ts";
import {
  isStoreTrouble,
  noteStoreAnswer,
  noteStoreFailure,
  problemOf,
  restingUntil,
  retryAfterMs,
} from "./store-health.ts";
import { storeOf } from "./stores.ts";

export type InboxApp = StoreApp & Pick<App, "metrics">;
export type Processed = { processed: number; ignored: number; failed: number };

const AT_A_TIME = 4;
const BATCH = 40;
/** Renewed after half of it. Should a store take longer, another worker asks it too, which does no harm. */
const LEASE_MS = 30_000;
const BACK_OFF_MS = [10_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000];
const GIVE_UP_AFTER_MS = 24 * 3_600_000;
/** The other subscriptions of a store that is down wait that long, instead of each finding out by itself. */
const STORE_DOWN_MS = 15_000;
/** A store may not know for a moment what it has just told. */
const ATTEMPTS_FOR_THE_UNKNOWN = 3;

type Subject = Pick<BillingInboxRow, "projectId" | "store" | "subjectKey">;

/**
 * Processes waiting notifications. Any number of workers may do this at once: of each
 * subscription one worker at a time has the lease. A worker that dies leaves its notifications waiting,
 * and they are taken up when its lease ends; processing one twice changes nothing.
 */
export async function processInbox(app: InboxApp, signal?: AbortSignal): Promise<Processed> {
  const total: Processed = { processed: 0, ignored: 0, failed: 0 };
  for (;;) {
    const due = signal?.aborted ? [] : await listDueSubjects(app.db, app.clock(), BATCH);
    const before = sumOf(total);
    await mapLimit(due, AT_A_TIME, async (subject) => {
      if (!signal?.aborted) await processSubject(app, subject, total, signal);
    });
    if (sumOf(total) === before) return total;
  }
}

async function processSubject(
  app: InboxApp,
  subject: Subject,
  total: Processed,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { projectId, store, subjectKey } = subject;
  const lease = `billing:${hashToken([projectId, store, subjectKey].join("\n"))}`;
  const holder = app.newId();
  let heldUntil = 0;
  const hold = async (): Promise<boolean> => {
    const now = app.clock();
    if (heldUntil - now > LEASE_MS / 2) return true;
    heldUntil = now + LEASE_MS;
    return takeLease(app.db, lease, holder, now, heldUntil);
  };
  if (!(await hold())) return;
  try {
    const row = await findProject(app.db, projectId);
    if (!row) return;
    for (const notification of await listDueNotifications(app.db, subject, app.clock(), BATCH)) {
      if (signal?.aborted || !(await hold())) return;
      const outcome = await processOne(app, readProject(row), notification);
      app.metrics.notification(store, outcome);
      total[outcome] += 1;
    }
  } finally {
    await releaseLease(app.db, lease, holder);
  }
}

async function processOne(
  app: InboxApp,
  project: Project,
  notification: BillingInboxRow,
): Promise<keyof Processed> {
  const { store } = notification;
  const isAsked = storeOf(store).notificationsAreHints;
  const rest = isAsked ? await restingUntil(app, project.id, store) : undefined;
  if (rest !== undefined) {
    await putOffNotifications(app.db, project.id, store, rest);
    return "failed";
  }
  try {
    const snapshot = await adapterOf(app, store).handleNotification(app, project, notification);
    if (isAsked) await noteStoreAnswer(app, project.id, store);
    if (snapshot && "ignoredBecause" in snapshot) {
      return finish(app, notification, "ignored", snapshot.ignoredBecause);
    }
    if (snapshot && "isAnswered" in snapshot) return finish(app, notification, "processed", null);
    if (snapshot) {
      if ("isOneTime" in snapshot) await acceptPurchase(app, project, snapshot);
      else await acceptSnapshot(app, project, snapshot);
      return finish(app, notification, "processed", null);
    }
    const why = "the store knows no such purchase";
    if (notification.attempts + 1 >= ATTEMPTS_FOR_THE_UNKNOWN)
      return finish(app, notification, "ignored", why);
    await putOff(app, project, notification, new AppError("PURCHASE_INVALID", why), true);
  } catch (error) {
    if (isStoreTrouble(error)) await holdStore(app, project, store, error);
    const isHopeless = error instanceof AppError && error.reason === "PURCHASE_INVALID";
    await putOff(app, project, notification, error, !isHopeless);
  }
  return "failed";
}

async function finish(
  app: InboxApp,
  notification: BillingInboxRow,
  status: "processed" | "ignored",
  lastError: string | null,
): Promise<"processed" | "ignored"> {
  await updateNotification(app.db, notification, {
    status,
    nextAttemptAt: null,
    lastError,
    attempts: notification.attempts + 1,
    processedAt: app.clock(),
  });
  return status;
}

async function holdStore(app: InboxApp, project: Project, store: string, error: AppError): Promise<void> {
  await noteStoreFailure(app, project.id, store, error);
  const wait = retryAfterMs(error) ?? STORE_DOWN_MS;
  if (storeOf(store).notificationsAreHints)
    await putOffNotifications(app.db, project.id, store, app.clock() + wait);
}

async function putOff(
  app: InboxApp,
  project: Project,
  notification: BillingInboxRow,
  error: unknown,
  mayTryAgain: boolean,
): Promise<void> {
  const { id, store, type, queuedAt } = notification;
  const now = app.clock();
  const attempts = notification.attempts + 1;
  const lastError = problemOf(error);
  const facts = { project: project.slug, store, notification: id, type, attempts, detail: lastError };
  const backOff = BACK_OFF_MS[Math.min(attempts, BACK_OFF_MS.length) - 1] ?? 0;
  const nextAttemptAt = now + Math.max(backOff, retryAfterMs(error) ?? 0);
  const deadline = adapterOf(app, store).deadlineOf?.(notification) ?? Number.POSITIVE_INFINITY;
  const isTooLate = nextAttemptAt >= deadline;
  if (mayTryAgain && !isTooLate && now - queuedAt < GIVE_UP_AFTER_MS) {
    await updateNotification(app.db, notification, { status: "waiting", nextAttemptAt, lastError, attempts });
    app.log("warn", "notification not processed, will be tried again", facts);
    return;
  }
  const gaveUp = await transact(app, async (app) => {
    const changes = { status: "failed", nextAttemptAt: null, lastError, attempts };
    if (!(await updateNotification(app.db, notification, changes))) return false;
    const data = { notification_id: id, store, type, attempts, reason: lastError };
    await recordEvent(app, {
      kind: "billing.notification_failed",
      projectId: project.id,
      by: systemActor,
      data,
    });
    return true;
  });
  if (gaveUp) app.log("error", "notification given up", facts);
}

function sumOf({ processed, ignored, failed }: Processed): number {
  return processed + ignored + failed;
}
