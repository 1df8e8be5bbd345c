import { argument, type CommandContext, textFlag } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { moneyOf } from "./money.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const subscriptionId = argument(context, 0);
  if (mustAsk(context)) {
    await confirm(
      `Refund the last payment for subscription ${subscriptionId} at Stripe? The full amount is refunded, and the subscription ends now.`,
    );
  }
  const request = { project: textFlag(flags, "project"), subscriptionId };
  const answer = await remoteClient(context)("BillingService", "refundPayment", request);
  if (output.json) return output.printJson(answer);
  output.say(`refunded ${moneyOf(answer.refunded ? [answer.refunded] : [])} and ended ${subscriptionId}`);
}
