import type { Flags } from "../../command.ts";
import { type Check, checkOf } from "./check.ts";

const probes = [
  ["appleIapP8", "billing_apple", "App Store billing"],
  ["googleServiceAccount", "billing_google", "Google Play billing"],
  ["stripeSecretKey", "billing_stripe", "Stripe billing"],
] as const;

/** The stores that were asked for. Their keys are not even read: nothing here could use them. */
export function billingChecks(flags: Flags): Check[] {
  return probes.flatMap(([flag, id, title]) =>
    flags[flag] === undefined
      ? []
      : [checkOf(id, title).notChecked("billing is not part of this version yet")],
  );
}
