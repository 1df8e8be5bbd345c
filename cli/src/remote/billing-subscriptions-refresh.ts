import { argument, type CommandContext, textFlag } from "../command.ts";
import { remoteClient } from "./client.ts";
import { subscriptionFields } from "./subscription-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const answer = await remoteClient(context)("BillingService", "refreshSubscription", {
    project: textFlag(flags, "project"),
    subscriptionId: argument(context, 0),
  });
  if (output.json) output.printJson(answer);
  else output.printFields(subscriptionFields(answer.subscription ?? {}));
}
