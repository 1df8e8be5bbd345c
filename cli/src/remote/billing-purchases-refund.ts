import type { OwnedPurchaseJson } from "@svc/proto/svc/admin/v1/billing_pb";
import { argument, type CommandContext, textFlag } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { moneyOf } from "./money.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const request = { project: textFlag(flags, "project"), purchaseId: argument(context, 0) };
  const call = remoteClient(context);
  if (mustAsk(context)) {
    const { purchase = {} } = await call("BillingService", "refreshPurchase", request);
    await confirm(
      `Refund purchase ${request.purchaseId}${delivered(purchase)} at Stripe? The full amount is refunded, and access ends now.`,
    );
  }
  const answer = await call("BillingService", "refundPayment", request);
  if (output.json) return output.printJson(answer);
  const { refunded, purchase = {} } = answer;
  const amount = moneyOf(refunded ? [refunded] : []);
  output.say(`refunded ${amount} for purchase ${request.purchaseId}${delivered(purchase)}`);
}

/** Whoever refunds what the backend has handed out should know. */
function delivered({ purchase }: OwnedPurchaseJson): string {
  return purchase?.consumedAt === undefined ? "" : `, which was delivered at ${purchase.consumedAt}`;
}
