import type { BillingSettingsJson } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import type { CommandContext } from "../../command.ts";
import { usageFailure } from "../../failure.ts";
import { canAsk, readHidden } from "../../prompt.ts";
import { type BillingInput, requireStripeKey } from "../billing-input.ts";

/** Stripe without a key sells nothing: the key is given, typed, or stored already. */
export async function withStripeKey(
  { output }: Pick<CommandContext, "output">,
  input: BillingInput,
  { stripe: stored }: BillingSettingsJson,
): Promise<BillingInput> {
  const { isWanted, secretKey } = input.stripe;
  if (!isWanted || secretKey !== "") return input;
  const isStored = stored?.hasSecretKey === true;
  const hint = "--stripe-secret-key - < key.txt reads it from standard input";
  if (output.json || !canAsk()) {
    if (isStored) return input;
    const why = output.json ? "with --json nothing is asked" : "there is no terminal to ask on";
    throw usageFailure(`--stripe needs Stripe's secret key, and ${why}`, hint);
  }
  const typed = (
    await readHidden(`Stripe secret key${isStored ? " (Enter keeps the stored one)" : ""}: `)
  ).trim();
  requireStripeKey(typed);
  if (typed === "" && !isStored) throw usageFailure("--stripe needs Stripe's secret key", hint);
  return { ...input, stripe: { isWanted, secretKey: typed } };
}
