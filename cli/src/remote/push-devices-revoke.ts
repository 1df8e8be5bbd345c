import { argument, type CommandContext, textFlag } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const id = argument(context, 0);
  if (mustAsk(context)) await confirm(`Remove push device ${id}? The app can register it again.`);
  const project = textFlag(flags, "project");
  await remoteClient(context)("PushService", "revokePushDevice", { project, deviceId: id });
  if (output.json) output.printJson({ id, revoked: true });
  else output.say(`removed push device ${id}`);
}
