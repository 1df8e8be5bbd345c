import type { GetWebhookUrlsResponseJson } from "@svc/proto/svc/admin/v1/billing_pb";
import type {
  BillingSettingsJson,
  BillingSettingsUpdateJson,
} from "@svc/proto/svc/admin/v1/billing_settings_pb";
import type { StoreJson } from "@svc/proto/svc/billing/v1/subscription_pb";
import type { StoreKey } from "./doctor/store-key.ts";
import type { Flag } from "./flags.ts";
import type { StoreSetupModule } from "./setup/store-setup-module.ts";

/** What the command line knows of a store. The code of setup and doctor is loaded when it is needed. */
export type BillingStore = Readonly<{
  /** On the command line, in the contract, and in checks and `--replace`. */
  word: string;
  value: StoreJson;
  name: string;
  title: string;
  /** Its section of the settings. */
  section: keyof BillingSettingsJson & keyof BillingSettingsUpdateJson;
  isOn: (settings: BillingSettingsJson) => boolean;
  /** The flag of `svc setup billing` that begins to sell there. */
  turnsOn: string;
  webhookRows: (urls: GetWebhookUrlsResponseJson) => ReadonlyArray<readonly [string, string]>;
  setupFlags: readonly Flag[];
  doctorFlags: readonly Flag[];
  loadSetup: () => Promise<StoreSetupModule>;
  loadKey: () => Promise<StoreKey>;
}>;
