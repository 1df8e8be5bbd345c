import { argument, type CommandContext } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { findUser, namedUser } from "./find-user.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const [subscriptionId, user] = [argument(context, 0), argument(context, 1)];
  const asks = mustAsk(context);
  const call = remoteClient(context);
  const found = await findUser(call, namedUser(context, 1));
  if (asks)
    await confirm(`Transfer subscription ${subscriptionId} to ${user}? Its current owner loses access.`);
  const answer = await call("BillingService", "transferSubscription", { ...found, subscriptionId });
  if (output.json) output.printJson(answer);
  else output.say(`transferred subscription ${subscriptionId} to ${user}`);
}
