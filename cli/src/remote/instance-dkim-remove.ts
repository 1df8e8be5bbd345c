import { type CommandContext, textFlag } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const asks = mustAsk(context);
  const call = remoteClient(context);
  const domain = textFlag(flags, "domain").trim();
  if (asks) await confirm(`Delete the key of ${domain}? Emails from it are not signed any more.`);
  await call("DkimService", "removeDkimKey", { domain });
  if (output.json) return output.printJson({ domain, removed: true });
  output.say(`deleted the key of ${domain}`);
}
