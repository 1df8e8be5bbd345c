import { type CommandContext, textFlag } from "../command.ts";
import { remoteClient } from "./client.ts";
import { settingFields } from "./project-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const project = textFlag(flags, "project");
  const answer = await remoteClient(context)("BillingService", "getBillingSettings", { project });
  if (output.json) return output.printJson(answer);
  const { entitlements: _, tiers: __, oneTimeProducts: ___, ...settings } = answer.settings ?? {};
  const purchaseTransfer = settings.purchaseTransfer?.replace("PURCHASE_TRANSFER_", "").toLowerCase() ?? "";
  output.printFields([...settingFields({ ...settings, purchaseTransfer }), ["etag", answer.etag ?? ""]]);
  output.say(`svc billing catalog get --project ${project} shows what it sells`);
}
