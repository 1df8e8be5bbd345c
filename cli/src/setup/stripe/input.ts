import type { BillingSettingsJson } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import type { CommandContext, Flags } from "../../command.ts";
import { usageFailure } from "../../failure.ts";
import { canAsk, readHidden } from "../../prompt.ts";
import { requireMatch } from "../require-match.ts";

export type StripeInput = Readonly<{ isWanted: boolean; secretKey: string }>;

export function readStripeInput(flags: Flags, secretKey: string): StripeInput {
  requireStripeKey(secretKey);
  return { isWanted: flags.stripe === true || secretKey !== "", secretKey };
}

/** Stripe without a key sells nothing: the key is given, typed, or stored already. */
export async function withStripeKey(
  { output }: Pick<CommandContext, "output">,
  input: StripeInput,
  { stripe: stored }: BillingSettingsJson,
): Promise<StripeInput> {
  const { isWanted, secretKey } = input;
  if (!isWanted || secretKey !== "") return input;
  const isStored = stored?.hasSecretKey === true;
  const hint = "--stripe-secret-key - < key.txt reads it from standard input";
  if (output.json || !canAsk()) {
    if (isStored) return input;
    const why = output.json ? "--json does not prompt" : "there is no terminal to prompt on";
    throw usageFailure(`--stripe needs Stripe's secret key, and ${why}`, hint);
  }
  const typed = (
    await readHidden(`Stripe secret key${isStored ? " (Enter keeps the stored one)" : ""}: `)
  ).trim();
  requireStripeKey(typed);
  if (typed === "" && !isStored) throw usageFailure("--stripe needs Stripe's secret key", hint);
  return { isWanted, secretKey: typed };
}

function requireStripeKey(key: string): void {
  requireMatch("stripe-secret-key", key, /^[sr]k_[A-Za-z\d_]{8,}$/, "sk_live_... or rk_live_...", true);
}
