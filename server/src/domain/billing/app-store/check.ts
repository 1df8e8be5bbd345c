import { AppError } from "../../../errors.ts";
import type { Project } from "../../projects/project.ts";
import type { Environment } from "../environment.ts";
import type { CheckOptions, StoreApp, StoreCheck } from "../store-adapter.ts";
import type { AppStoreKey } from "./client.ts";
import { requirePurchaseKey } from "./purchase-key.ts";

/** Apple's code for an environment without an address for notifications. */
const NO_URL = "4040007";

/**
 * Asks Apple in both environments for a test notification: proves key, bundle id and address at once. In
 * production it may be told to try the key only.
 */
export async function checkAppStore(
  app: StoreApp,
  project: Project,
  { skipProductionNotification = false }: CheckOptions = {},
): Promise<StoreCheck[]> {
  const setUp = `svc setup billing --project ${project.slug}`;
  const key = await orFailure(requirePurchaseKey(app, project));
  if (key instanceof AppError) {
    const remedy = `${setUp} --apple-iap-p8 ... stores what is missing`;
    return [failed("app_store_settings", `not set: ${key.metadata.missing ?? key.detail}`, remedy)];
  }
  const checks = await Promise.all([
    skipProductionNotification
      ? checkKey(app, key, "production")
      : checkEnvironment(app, key, "production", setUp),
    checkEnvironment(app, key, "sandbox", setUp),
  ]);
  return [appIdCheck(project), ...checks.flat()];
}

function appIdCheck({ settings: { billing } }: Project): StoreCheck {
  const { appAppleId, bundleId } = billing.appStore;
  const name = "app_store_app_id";
  if (/^\d{1,20}$/.test(appAppleId))
    return { name, ok: true, detail: `${bundleId}, ${appAppleId}`, remedy: "" };
  const seen =
    appAppleId === "" ? "is not set, so notifications are matched by bundle id only" : "is not a number";
  return failed(
    name,
    `billing.app_store.app_apple_id ${seen}`,
    "set it to the Apple ID under App Store Connect > App Information",
  );
}

async function checkEnvironment(
  app: StoreApp,
  key: AppStoreKey,
  environment: Environment,
  setUp: string,
): Promise<StoreCheck[]> {
  const name = `app_store_key_${environment}`;
  const token = await orFailure(app.stores.appStore.requestTestNotification(key, environment));
  if (!(token instanceof AppError)) {
    const accepted = { name, ok: true, detail: "Apple accepts the key", remedy: "" };
    return [accepted, await deliveryCheck(app, key, environment, token)];
  }
  const detail = token.detail ?? token.message;
  if (detail.includes(NO_URL)) {
    const accepted = { name, ok: true, detail: "Apple accepts the key", remedy: "" };
    const seen = `no ${environment} notification URL is set at Apple`;
    return [accepted, failed(`app_store_notifications_${environment}`, seen, `${setUp} sets it`)];
  }
  return [refused(name, token)];
}

/** By a question about a test that there never was: Apple answers it to whoever has the right key. */
async function checkKey(app: StoreApp, key: AppStoreKey, environment: Environment): Promise<StoreCheck[]> {
  const name = `app_store_key_${environment}`;
  const noTest = `${app.newId()}_${app.clock()}`;
  const answer = await orFailure(app.stores.appStore.findTestNotification(key, environment, noTest));
  if (answer instanceof AppError) return [refused(name, answer)];
  return [{ name, ok: true, detail: "Apple accepts the key", remedy: "" }];
}

function refused(name: string, { detail, message, metadata }: AppError): StoreCheck {
  const remedy =
    metadata.refused === "true"
      ? "check that issuer id, key id and key belong together and that it is an In-App Purchase key of the app's team"
      : "check that this server can reach Apple, then try again";
  return failed(name, detail ?? message, remedy);
}

/** Apple tries within seconds; what it has not tried yet is no failure. */
async function deliveryCheck(
  app: StoreApp,
  key: AppStoreKey,
  environment: Environment,
  token: string,
): Promise<StoreCheck> {
  const name = `app_store_notifications_${environment}`;
  const result = await orFailure(app.stores.appStore.findTestNotification(key, environment, token));
  if (result instanceof AppError) {
    return failed(
      name,
      result.detail ?? result.message,
      "check that this server can reach Apple, then try again",
    );
  }
  if (result === undefined)
    return { name, ok: true, detail: "Apple is sending a test notification", remedy: "" };
  if (result === "SUCCESS") return { name, ok: true, detail: "a test notification arrived", remedy: "" };
  return failed(
    name,
    `Apple could not deliver a test notification: ${result}`,
    "the notification URL must be this server's, use https and be reachable from the internet",
  );
}

function failed(name: string, detail: string, remedy: string): StoreCheck {
  return { name, ok: false, detail, remedy };
}

/** A check tells what went wrong and never fails itself. */
async function orFailure<T>(asked: Promise<T>): Promise<T | AppError> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
