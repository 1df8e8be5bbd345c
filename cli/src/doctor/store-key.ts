import type { CheckStoreRequestJson } from "@svc/proto/svc/admin/v1/billing_pb";
import type { BillingSettingsJson } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import type { Flags } from "../command.ts";
import type { Check } from "./check.ts";

/** Tries a key from this machine. The key stays in this process. */
export type KeyTrial = (settings: BillingSettingsJson) => Promise<Check[]>;

export type CheckStoreOptions = Pick<CheckStoreRequestJson, "skipProductionNotification">;

/** What `svc doctor` does about one store. */
export type StoreKey = Readonly<{
  /** The key that the flags give; undefined when they give none. */
  readKey: (flags: Flags, project: string) => Promise<KeyTrial | undefined>;
  /** What the server is told when it looks at the store. */
  optionsOf?: (flags: Flags, project: string) => CheckStoreOptions;
}>;

/** For one answer of a store. */
export const WAIT_MS = 15_000;
export const clocks = { clock: Date.now, monotonicMs: () => performance.now() } as const;
