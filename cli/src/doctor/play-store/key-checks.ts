import type { BillingSettingsJson } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { givenText } from "../../command.ts";
import { usageFailure } from "../../failure.ts";
import { providerOrigins } from "../../remote/provider-origins.ts";
import { type AccountFile, readAccount } from "../../setup/play-store/input.ts";
import { type Check, checkOf } from "../check.ts";
import { clocks, type StoreKey, WAIT_MS } from "../store-key.ts";
import { triedCheck } from "../tried-check.ts";

/** The key of the service account of `--google-service-account`. */
export const playStoreKey: StoreKey = {
  async readKey(flags, project) {
    const path = givenText(flags, "googleServiceAccount");
    if (path === "") return undefined;
    if (project === "") {
      const hint = "svc doctor --project acme --google-service-account file";
      throw usageFailure("--google-service-account needs --project", hint);
    }
    const file = readAccount(path);
    return async (settings) => [await tryAccount(settings, file)];
  },
};

async function tryAccount({ playStore = {} }: BillingSettingsJson, { account }: AccountFile): Promise<Check> {
  const check = checkOf("billing_google", "Google Play billing");
  const { packageName = "" } = playStore;
  if (packageName === "")
    return check.notChecked("the project has no package name", "svc setup billing --google-package-name ...");
  const { createPlayStore } = await import("@svc/server/stores/play-store");
  const client = createPlayStore({ origin: providerOrigins().playStore, ...clocks, waitMs: WAIT_MS });
  return triedCheck(check, async () => {
    const count = await client.countProducts(account, packageName);
    return `Google lets ${account.clientEmail} see the ${count} subscriptions of ${packageName}`;
  });
}
