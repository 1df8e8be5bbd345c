import type { StoreSetupModule } from "../store-setup-module.ts";
import { appStoreSetup } from "./app-store-setup.ts";
import { appStoreSettingsOf, readAppStoreInput } from "./input.ts";

export const appStoreSetupModule: StoreSetupModule = {
  secretFlag: "apple-notification-secret",
  readInput(flags, secret) {
    const input = readAppStoreInput(flags, secret);
    return async () => ({
      settings: appStoreSettingsOf(input),
      isNamed: input.bundleId !== "",
      tryKey: async () => {},
      setup: async (facts) => appStoreSetup(facts, input.connect),
    });
  },
};
