import type { StoreSetupModule } from "../store-setup-module.ts";
import { readStripeInput, withStripeKey } from "./input.ts";
import { tryStripeKey } from "./stripe-client.ts";
import { stripeSetup } from "./stripe-setup.ts";

export const stripeSetupModule: StoreSetupModule = {
  secretFlag: "stripe-secret-key",
  readInput(flags, secret) {
    const given = readStripeInput(flags, secret);
    return async (context, stored) => {
      const { isWanted, secretKey } = await withStripeKey(context, given, stored);
      return {
        settings: { ...(isWanted && { enabled: true }), secretKey },
        isNamed: isWanted,
        tryKey: async () => (secretKey === "" ? undefined : tryStripeKey(secretKey)),
        setup: (facts) => stripeSetup(facts, secretKey),
      };
    };
  },
};
