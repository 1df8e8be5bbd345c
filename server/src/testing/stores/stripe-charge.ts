import type { StripeIntent } from "./stripe-things.ts";

/** What was charged, for an invoice or for what is bought once. A refund changes it. */
export type Charged = Pick<StripeIntent, "amount" | "refunded" | "amountRefunded" | "dispute">;

const STATUSES: Readonly<Record<string, string>> = { succeeded: "succeeded", processing: "pending" };

export const chargeId = (intent: string): string => intent.replace("pi_", "ch_");

export const givenBack = ({ refunded, amount, amountRefunded }: Charged): number =>
  refunded ? amount : amountRefunded;

/** `status` is the one of the payment intent. A charge that waits for the bank, or failed, is a charge. */
export function chargeOf(intent: string, charged: Charged, status = "succeeded"): object {
  return {
    id: chargeId(intent),
    object: "charge",
    status: STATUSES[status] ?? "failed",
    amount: charged.amount,
    amount_captured: charged.amount,
    amount_refunded: givenBack(charged),
    refunded: charged.refunded,
    disputed: charged.dispute !== undefined,
    payment_intent: intent,
  };
}
