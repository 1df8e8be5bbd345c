import type { StoreSetupModule } from "../store-setup-module.ts";
import { playStoreSettingsOf, readPlayStoreInput } from "./input.ts";
import { playSetup } from "./play-store-setup.ts";

export const playStoreSetupModule: StoreSetupModule = {
  secretFlag: "google-rtdn-secret",
  readInput(flags, secret) {
    const input = readPlayStoreInput(flags, secret);
    return async (_context, stored) => ({
      settings: playStoreSettingsOf(input, stored),
      isNamed: input.packageName !== "",
      tryKey: async () => {},
      setup: async (facts) => playSetup(facts, input.account),
    });
  },
};
