import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { findBillingStore, putBillingStore } from "../../storage/billing-stores.ts";
import type { Millis } from "../../storage/db.ts";

type HealthApp = Pick<App, "clock" | "db">;

/** Written at most so often: a store that answers does so many times a second. */
const NOTED_EVERY_MS = 60_000;

/** The store answered as it should. */
export async function noteStoreAnswer(app: HealthApp, projectId: string, store: string): Promise<void> {
  const now = app.clock();
  const known = await findBillingStore(app.db, projectId, store);
  const isNoted = (known?.lastSuccessAt ?? 0) > now - NOTED_EVERY_MS && known?.lastError === null;
  if (isNoted && known.restUntil === null) return;
  await putBillingStore(app.db, projectId, store, { lastSuccessAt: now, lastError: null, restUntil: null });
}

/** The store did not answer, or refused us. Where it says how long to wait, it is left alone until then. */
export async function noteStoreFailure(
  app: HealthApp,
  projectId: string,
  store: string,
  error: unknown,
): Promise<void> {
  const now = app.clock();
  const wait = retryAfterMs(error);
  await putBillingStore(app.db, projectId, store, {
    lastErrorAt: now,
    lastError: problemOf(error),
    ...(wait !== undefined && { restUntil: now + wait }),
  });
}

export async function noteNotification(app: HealthApp, projectId: string, store: string): Promise<void> {
  const now = app.clock();
  const known = await findBillingStore(app.db, projectId, store);
  if ((known?.lastNotificationAt ?? 0) > now - NOTED_EVERY_MS) return;
  await putBillingStore(app.db, projectId, store, { lastNotificationAt: now });
}

/** Until when the store asked to be left alone, if that is still to come. */
export async function restingUntil(
  app: HealthApp,
  projectId: string,
  store: string,
): Promise<Millis | undefined> {
  const until = (await findBillingStore(app.db, projectId, store))?.restUntil ?? 0;
  return until > app.clock() ? until : undefined;
}

/** A failure of the store or of its settings, not of ours. */
export function isStoreTrouble(error: unknown): error is AppError {
  return (
    error instanceof AppError &&
    (error.reason === "STORE_UNAVAILABLE" || error.reason === "STORE_NOT_CONFIGURED")
  );
}

export function retryAfterMs(error: unknown): number | undefined {
  const text = error instanceof AppError ? error.metadata.retry_after_ms : undefined;
  const ms = Number(text);
  return text !== undefined && Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

/** For people. Nothing that could be a purchase token or a key is kept. */
export function problemOf(error: unknown): string {
  const text =
    error instanceof AppError ? `${error.reason}: ${error.detail ?? error.message}` : String(error);
  return text
    .replace(/\s+/g, " ")
    .replace(/[\w-]{43,}/g, "…")
    .slice(0, 300);
}
