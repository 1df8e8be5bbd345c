import { type CommandContext, textFlag } from "../command.ts";
import { billingStores } from "../stores.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const project = textFlag(flags, "project");
  const answer = await remoteClient(context)("BillingService", "getWebhookUrls", { project });
  if (output.json) return output.printJson(answer);
  output.printFields(billingStores.flatMap(({ webhookRows }) => [...webhookRows(answer)]));
}
