import type { BillingSettingsJson } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { AppError } from "@svc/server/errors";
import { givenText } from "../../command.ts";
import { usageFailure } from "../../failure.ts";
import { type AppleKeyFile, readAppleKeyFile } from "../../remote/apple-key-file.ts";
import { providerOrigins } from "../../remote/provider-origins.ts";
import { type Check, checkOf } from "../check.ts";
import { clocks, type StoreKey, WAIT_MS } from "../store-key.ts";
import { refusedByStore } from "../tried-check.ts";

/** The in-app purchase key of `--apple-iap-p8`. */
export const appStoreKey: StoreKey = {
  async readKey(flags, project) {
    const path = givenText(flags, "appleIapP8");
    if (path === "") return undefined;
    if (project === "") {
      throw usageFailure("--apple-iap-p8 needs --project", "svc doctor --project acme --apple-iap-p8 file");
    }
    const file = readAppleKeyFile(path, "apple-iap-p8");
    return (settings) => tryInAppPurchaseKey(settings, file, flags.appleTestNotification === true);
  },

  optionsOf(flags, project) {
    const testsProduction = flags.appleTestNotification === true;
    if (testsProduction && project === "") {
      const hint = "svc doctor --project acme --apple-test-notification";
      throw usageFailure("--apple-test-notification needs --project", hint);
    }
    return { skipProductionNotification: !testsProduction };
  },
};

/** Apple's code for an environment without an address for notifications. */
const NO_URL = /\b4040007\b/;

type Client = Awaited<ReturnType<typeof appStoreClient>>;
type PurchaseKey = Parameters<Client["requestTestNotification"]>[0];

const environments = {
  sandbox: { id: "billing_apple", title: "App Store billing" },
  production: { id: "billing_apple_production", title: "App Store billing in production" },
} as const;

/**
 * Tries an in-app purchase key by a test notification, in the sandbox. Production has real receivers, and is
 * asked only when somebody says so.
 */
async function tryInAppPurchaseKey(
  { appStore = {} }: BillingSettingsJson,
  file: AppleKeyFile,
  testsProduction: boolean,
): Promise<Check[]> {
  const { bundleId = "", issuerId = "", keyId: stored = "" } = appStore;
  const keyId = file.keyId || stored;
  if (bundleId === "" || issuerId === "" || keyId === "") {
    const { id, title } = environments.sandbox;
    return [
      checkOf(id, title).notChecked(
        "the project lacks bundle id, issuer id or key id",
        "svc setup billing --apple-bundle-id ... --apple-iap-issuer-id ...",
      ),
    ];
  }
  const key = { issuerId, keyId, bundleId, privateKey: file.pem };
  const client = await appStoreClient();
  const asked = testsProduction ? (["sandbox", "production"] as const) : (["sandbox"] as const);
  return (await Promise.all(asked.map((environment) => tryKey(client, key, environment)))).flat();
}

async function tryKey(
  client: Client,
  key: PurchaseKey,
  environment: keyof typeof environments,
): Promise<Check[]> {
  const { id, title } = environments[environment];
  const check = checkOf(id, title);
  const accepted = `Apple accepts the key ${key.keyId} for ${key.bundleId}`;
  try {
    await client.requestTestNotification(key, environment);
    return [check.ok(`${accepted} and sends a test notification in ${inWords(environment)}`)];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (!NO_URL.test(error.detail ?? "")) {
      const remedy =
        "issuer id, key id and key must belong together; it must be an In-App Purchase key of the app's own team";
      return [refusedByStore(check, error, remedy)];
    }
    const missing = checkOf(`${id}_notifications`, `${title}: notifications`);
    return [
      check.ok(accepted),
      missing.failure(
        `Apple has no address for notifications in ${inWords(environment)}`,
        "svc setup billing --asc-p8 ... sets it, or enter it in App Store Connect, App Information",
      ),
    ];
  }
}

function inWords(environment: keyof typeof environments): string {
  return environment === "sandbox" ? "the sandbox" : environment;
}

async function appStoreClient() {
  const { createAppStore } = await import("@svc/server/stores/app-store");
  const origin = providerOrigins().appStore;
  return createAppStore({ origin, rootFile: undefined, ...clocks, waitMs: WAIT_MS });
}
