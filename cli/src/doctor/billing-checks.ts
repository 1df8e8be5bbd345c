import type { BillingSettingsJson } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { type Flags, givenText } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { readSecretFlag } from "../prompt.ts";
import { type AppleKeyFile, readAppleKeyFile } from "../remote/apple-key-file.ts";
import type { Call } from "../remote/client.ts";
import { providerOrigins } from "../remote/provider-origins.ts";
import { type AccountFile, readAccount } from "../setup/billing-input.ts";
import { appleBillingChecks } from "./app-store/key-checks.ts";
import { type Check, checkOf, refusedCheck } from "./check.ts";
import { type CheckedStore, storeChecks } from "./store-checks.ts";
import { type StoreClients, triedCheck } from "./tried-check.ts";

const WAIT_MS = 15_000;

/** Keys to try from this machine. They stay in this process. */
export type BillingKeys = Readonly<{
  apple: AppleKeyFile | undefined;
  google: AccountFile | undefined;
  stripe: string;
  /** Whether to ask for a test notification in production. */
  testsProduction: boolean;
}>;

export async function readBillingKeys(flags: Flags, project: string): Promise<BillingKeys> {
  const [apple, google] = [givenText(flags, "appleIapP8"), givenText(flags, "googleServiceAccount")];
  if ((apple !== "" || google !== "") && project === "") {
    const flag = apple === "" ? "--google-service-account" : "--apple-iap-p8";
    throw usageFailure(`${flag} needs --project`, `svc doctor --project acme ${flag} file`);
  }
  if (flags.appleTestNotification === true && project === "") {
    const hint = "svc doctor --project acme --apple-test-notification";
    throw usageFailure("--apple-test-notification needs --project", hint);
  }
  const stripe = ((await readSecretFlag(flags, "stripe-secret-key")) ?? "").trim();
  if (stripe !== "" && !/^[sr]k_\w{8,}$/.test(stripe)) {
    throw usageFailure(
      "--stripe-secret-key is no key of Stripe's",
      "it begins with sk_ or rk_; - reads it from standard input",
    );
  }
  return {
    apple: apple === "" ? undefined : readAppleKeyFile(apple, "apple-iap-p8"),
    google: google === "" ? undefined : readAccount(google),
    stripe,
    testsProduction: flags.appleTestNotification === true,
  };
}

/** How the stores of a project are doing: by the server, and by the keys that were given here. */
export async function billingChecks(call: Call, project: string, keys: BillingKeys): Promise<Check[]> {
  try {
    const { settings = {} } = await call("BillingService", "getBillingSettings", { project });
    const options = { skipProductionNotification: !keys.testsProduction };
    const groups = await Promise.all([
      ...(settings.enabled
        ? storesOf(settings).map((store) => storeChecks(call, project, store, options))
        : []),
      ...(settings.enabled ? [waitingChecks(call, project)] : []),
      keyChecks(settings, keys),
    ]);
    return groups.flat();
  } catch (error) {
    return [refusedCheck(checkOf("billing", "subscriptions"), error)];
  }
}

function storesOf({ appStore, playStore, stripe }: BillingSettingsJson): CheckedStore[] {
  return [
    ...(appStore?.bundleId ? (["STORE_APP_STORE"] as const) : []),
    ...(playStore?.packageName ? (["STORE_PLAY_STORE"] as const) : []),
    ...(stripe?.enabled ? (["STORE_STRIPE"] as const) : []),
  ];
}

/** Notifications that nobody could process mean users without what they paid for. */
async function waitingChecks(call: Call, project: string): Promise<Check[]> {
  const { stores = [] } = await call("BillingService", "getStoreStatus", { project });
  const check = checkOf("billing_inbox", "notifications of the stores");
  const [failed, waiting] = [stores.map((s) => s.failed ?? 0), stores.map((s) => s.waiting ?? 0)].map(
    (counts) => counts.reduce((sum, count) => sum + count, 0),
  );
  if (failed)
    return [
      check.failure(
        `${failed} given up`,
        "look at them in the console, Billing, Notifications, and replay them",
      ),
    ];
  return [check.ok(waiting ? `${waiting} waiting` : "all processed")];
}

export async function keyChecks(settings: BillingSettingsJson, keys: BillingKeys): Promise<Check[]> {
  const { apple, google, stripe, testsProduction } = keys;
  const checks = await Promise.all([
    apple ? appleBillingChecks(await clients(), settings, apple, testsProduction) : [],
    google ? googleCheck(settings, google) : [],
    stripe === "" ? [] : stripeCheck(stripe),
  ]);
  return checks.flat();
}

async function clients(): Promise<StoreClients> {
  const { createStoreClients } = await import("../../../server/src/providers/stores.ts");
  const { appStore, playStore, stripe } = providerOrigins();
  const clocks = { clock: Date.now, monotonicMs: () => performance.now() };
  return createStoreClients(
    { appStore, appStoreRoot: undefined, playStore, stripe },
    { ...clocks, waitMs: WAIT_MS },
  );
}

async function googleCheck(
  { playStore = {} }: BillingSettingsJson,
  { account }: AccountFile,
): Promise<Check> {
  const check = checkOf("billing_google", "Google Play billing");
  const { packageName = "" } = playStore;
  if (packageName === "")
    return check.notChecked("the project has no package name", "svc setup billing --google-package-name ...");
  return triedCheck(check, async () => {
    const count = await (await clients()).playStore.countProducts(account, packageName);
    return `Google lets ${account.clientEmail} see the ${count} subscriptions of ${packageName}`;
  });
}

function stripeCheck(key: string): Promise<Check> {
  return triedCheck(checkOf("billing_stripe", "Stripe billing"), async () => {
    const { livemode, mayRefund } = await (await clients()).stripe.probe(key);
    const remark = mayRefund ? "" : "; it may not refund payments, which can be done in Stripe's dashboard";
    return `Stripe accepts the key, which is for ${livemode ? "live payments" : "tests"}${remark}`;
  });
}
