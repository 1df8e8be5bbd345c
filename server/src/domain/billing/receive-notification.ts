import { timingSafeEqual } from "node:crypto";
import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import { insertNotification } from "../../storage/billing-inbox.ts";
import type { BillingInboxRow } from "../../storage/db.ts";
import { findProjectBySlug } from "../../storage/projects.ts";
import { type Project, readProject } from "../projects/project.ts";
import { openProviderSecret, type ProviderSecretName } from "../projects/provider-secrets.ts";
import type { NewNotification, StoreApp } from "./store-adapter.ts";
import { noteNotification } from "./store-health.ts";
import type { StoreName } from "./stores.ts";

export type ReceiveApp = StoreApp & Pick<App, "wakeInboxJob">;

/**
 * Stores a notification whose sender is proven, and acknowledges it by returning: from here on it is not
 * lost. What it means is worked out afterwards. False when it was stored before.
 */
export async function receiveNotification(
  app: ReceiveApp,
  project: Project,
  store: StoreName,
  notification: NewNotification,
): Promise<boolean> {
  const isNew = await insertNotification(app.db, inboxRow(app, project, store, notification));
  if (!isNew) return false;
  await noteNotification(app, project.id, store);
  if (notification.ignoredBecause === undefined) app.wakeInboxJob();
  else {
    app.log("info", "notification of no concern", {
      project: project.slug,
      store,
      type: notification.type,
      detail: notification.ignoredBecause,
    });
  }
  return true;
}

function inboxRow(
  app: Pick<App, "clock" | "newId">,
  project: Project,
  store: StoreName,
  { ignoredBecause, ...notification }: NewNotification,
): BillingInboxRow {
  const now = app.clock();
  return {
    ...notification,
    id: app.newId(),
    projectId: project.id,
    store,
    receivedAt: now,
    queuedAt: now,
    attempts: 0,
    status: ignoredBecause === undefined ? "waiting" : "ignored",
    nextAttemptAt: ignoredBecause === undefined ? now : null,
    lastError: ignoredBecause ?? null,
    processedAt: null,
  };
}

/**
 * The project of a notification's address. A slug that nobody has and a wrong secret are the same: there is
 * no such address. A project that has stopped selling is still told what becomes of what it sold.
 */
export async function projectOfWebhook(
  app: Pick<App, "db" | "secretBox">,
  slug: string,
  path?: { secretName: ProviderSecretName; secret: string },
): Promise<Project> {
  const row = await findProjectBySlug(app.db, slug);
  const project = row && readProject(row);
  // Looked for and compared in every case, so that time does not tell which slugs exist.
  const stored = path && (await openProviderSecret(app, row?.id ?? "", path.secretName));
  const isRight = path === undefined || isSame(path.secret, stored);
  if (!project || !isRight) {
    throw new AppError("NOT_FOUND", undefined, { resource: "path" });
  }
  return project;
}

function isSame(given: string, stored: string | undefined): boolean {
  const isEqual = timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(stored ?? "")));
  return isEqual && stored !== undefined;
}
