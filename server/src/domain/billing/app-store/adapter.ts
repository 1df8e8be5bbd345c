import { AppError } from "../../../errors.ts";
import type { Millis } from "../../../storage/db.ts";
import type { Project } from "../../projects/project.ts";
import type { Environment } from "../environment.ts";
import type { NewNotification, StoreAdapter, StoreApp } from "../store-adapter.ts";
import { answerConsumptionRequest } from "./answer-consumption.ts";
import { askStatus } from "./ask-status.ts";
import { checkAppStore } from "./check.ts";
import { consumptionDeadline } from "./consumption-request.ts";
import { askTransaction, isOneTime, reduceOneTime } from "./one-time.ts";
import { findPurchaseKey, missingForKey, requirePurchaseKey } from "./purchase-key.ts";
import { readPurchase } from "./read-purchase.ts";
import { readSignedStatus } from "./read-status.ts";
import { readNotification, readPayload, receiveAppStore } from "./receive.ts";
import { reduceStatus } from "./reduce.ts";

const ENVIRONMENTS: readonly Environment[] = ["production", "sandbox"];
/** Apple keeps 180 days; one less, so that the oldest does not fall out while we ask. */
const HISTORY_MS = 179 * 86_400_000;

export const appStoreAdapter = {
  missing(project) {
    return missingForKey(project, project.secrets.has("app_store_private_key"));
  },

  async fetch(app, project, subject) {
    return askStatus(app, await requirePurchaseKey(app, project), subject);
  },

  async fetchPurchase(app, project, subject) {
    return askTransaction(app, await requirePurchaseKey(app, project), subject);
  },

  readProof: (app, project, proof) => readPurchase(app, project, String(proof)),

  receive: (app, project, { body }) => receiveAppStore(app, project, body),
  refusalStatus: 401,

  /** Apple signs into a notification how the purchase stands, so there is nothing to ask. */
  async handleNotification(app, project, notification) {
    if (consumptionDeadline(notification) !== undefined) {
      const why = await answerConsumptionRequest(app, project, notification);
      return why === undefined ? { isAnswered: true } : { ignoredBecause: why };
    }
    const { payload } = notification;
    const { bundleId } = project.settings.billing.appStore;
    const facts = await readSignedStatus(app, bundleId, readPayload(payload));
    const { transaction } = facts;
    return isOneTime(transaction) ? reduceOneTime(transaction, transaction.signedDate) : reduceStatus(facts);
  },

  deadlineOf: consumptionDeadline,

  async settle(app, project, snapshot, ownerToken) {
    const isKnown = snapshot.accountToken !== null || snapshot.familyShared;
    if (ownerToken === undefined || isKnown) return;
    const key = await findPurchaseKey(app, project);
    if (key === undefined) return;
    await app.stores.appStore.setAccountToken(key, snapshot.environment, snapshot.subjectKey, ownerToken);
  },

  /** Apple wants to hear nothing. */
  settlePurchase: async () => {},

  missed,

  check: checkAppStore,
} satisfies StoreAdapter;

async function* missed(app: StoreApp, project: Project, since: Millis): AsyncGenerator<NewNotification> {
  const key = await requirePurchaseKey(app, project);
  const now = app.clock();
  const from = Math.max(since, now - HISTORY_MS);
  for (const environment of ENVIRONMENTS) {
    for await (const signed of app.stores.appStore.listNotifications(key, environment, from, now)) {
      const notification = await readOrSkip(app, project, signed);
      if (notification) yield notification;
    }
  }
}

/** One that cannot be read must not hide those after it. */
async function readOrSkip(
  app: StoreApp,
  project: Project,
  signed: string,
): Promise<NewNotification | undefined> {
  try {
    return await readNotification(app, project, signed);
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== "PURCHASE_INVALID") throw error;
    app.log("warn", "a notification in the history of the App Store is not Apple's", {
      project: project.slug,
      detail: error.detail,
    });
    return undefined;
  }
}
