import { argument, type CommandContext, textFlag } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const subscriptionId = argument(context, 0);
  const immediately = flags.now === true;
  if (mustAsk(context)) {
    const effect = immediately
      ? "Access ends immediately."
      : "Access continues until the end of the paid period.";
    await confirm(`Cancel subscription ${subscriptionId} at Stripe? ${effect} Nothing is refunded.`);
  }
  const request = { project: textFlag(flags, "project"), subscriptionId, immediately };
  const answer = await remoteClient(context)("BillingService", "cancelSubscription", request);
  if (output.json) return output.printJson(answer);
  const until = answer.subscription?.subscription?.accessUntil ?? "";
  output.say(`canceled subscription ${subscriptionId}${immediately ? "" : `; access until ${until}`}`);
}
