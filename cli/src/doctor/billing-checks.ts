import type { BillingSettingsJson } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import type { Flags } from "../command.ts";
import type { Call } from "../remote/client.ts";
import type { BillingStore } from "../store-entry.ts";
import { billingStores } from "../stores.ts";
import { type Check, checkOf, refusedCheck } from "./check.ts";
import { storeChecks } from "./store-checks.ts";
import type { CheckStoreOptions, KeyTrial } from "./store-key.ts";

/** Keys to try from this machine, and how the server looks at the stores. */
export type BillingKeys = Readonly<{ trials: readonly KeyTrial[]; options: CheckStoreOptions }>;

export async function readBillingKeys(flags: Flags, project: string): Promise<BillingKeys> {
  const trials: KeyTrial[] = [];
  let options: CheckStoreOptions = {};
  for (const { loadKey } of billingStores) {
    const { readKey, optionsOf } = await loadKey();
    const trial = await readKey(flags, project);
    if (trial) trials.push(trial);
    options = { ...options, ...optionsOf?.(flags, project) };
  }
  return { trials, options };
}

/** How the stores of a project are doing: by the server, and by the keys that were given here. */
export async function billingChecks(call: Call, project: string, keys: BillingKeys): Promise<Check[]> {
  try {
    const { settings = {} } = await call("BillingService", "getBillingSettings", { project });
    const groups = await Promise.all([
      ...(settings.enabled
        ? storesOf(settings).map(({ value }) => storeChecks(call, project, value, keys.options))
        : []),
      ...(settings.enabled ? [waitingChecks(call, project)] : []),
      keyChecks(settings, keys),
    ]);
    return groups.flat();
  } catch (error) {
    return [refusedCheck(checkOf("billing", "subscriptions"), error)];
  }
}

function storesOf(settings: BillingSettingsJson): BillingStore[] {
  return billingStores.filter(({ isOn }) => isOn(settings));
}

/** Notifications that nobody could process mean users without what they paid for. */
async function waitingChecks(call: Call, project: string): Promise<Check[]> {
  const { stores = [] } = await call("BillingService", "getStoreStatus", { project });
  const check = checkOf("billing_inbox", "store notifications");
  const [failed, waiting] = [stores.map((s) => s.failed ?? 0), stores.map((s) => s.waiting ?? 0)].map(
    (counts) => counts.reduce((sum, count) => sum + count, 0),
  );
  if (failed)
    return [
      check.failure(
        `${failed} failed`,
        "review them in the console under Billing > Notifications and replay them",
      ),
    ];
  return [check.ok(waiting ? `${waiting} waiting` : "all processed")];
}

export async function keyChecks(settings: BillingSettingsJson, { trials }: BillingKeys): Promise<Check[]> {
  return (await Promise.all(trials.map((trial) => trial(settings)))).flat();
}
