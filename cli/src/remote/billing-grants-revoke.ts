import { argument, type CommandContext, textFlag } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const id = argument(context, 0);
  if (mustAsk(context)) await confirm(`Revoke grant ${id}?`);
  const project = textFlag(flags, "project");
  await remoteClient(context)("BillingService", "revokeEntitlementGrant", { project, grantId: id });
  if (output.json) output.printJson({ id, revoked: true });
  else output.say(`revoked grant ${id}`);
}
