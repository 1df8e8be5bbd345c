import { argument, type CommandContext, textFlag } from "../command.ts";
import { remoteClient } from "./client.ts";
import { purchaseFields } from "./purchase-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const answer = await remoteClient(context)("BillingService", "refreshPurchase", {
    project: textFlag(flags, "project"),
    purchaseId: argument(context, 0),
  });
  if (output.json) output.printJson(answer);
  else output.printFields(purchaseFields(answer.purchase ?? {}));
}
