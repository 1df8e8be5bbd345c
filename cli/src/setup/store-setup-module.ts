import type { BillingSettingsJson } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import type { CommandContext, Flags } from "../command.ts";
import type { BillingFacts, StoreSetup } from "./billing-store.ts";

/** What `svc setup billing` was told about one store. */
export type StoreInput = Readonly<{
  /** What to save in the store's section of the settings; empty texts stay as they are. */
  settings: object;
  /** The flags name the store, also when it is not saved yet. */
  isNamed: boolean;
  /** Before anything is saved: a key that the store does not take must not replace one that it does. */
  tryKey: () => Promise<void>;
  /** What is to be done at the store. */
  setup: (facts: BillingFacts) => Promise<StoreSetup>;
}>;

/** How one store is set up. */
export type StoreSetupModule = Readonly<{
  /** The flag whose secret may come from standard input. */
  secretFlag: string;
  /** What the flags say, checked before any server is asked; then what only the stored settings decide. */
  readInput: (
    flags: Flags,
    secret: string,
  ) => (context: CommandContext, stored: BillingSettingsJson) => Promise<StoreInput>;
}>;
