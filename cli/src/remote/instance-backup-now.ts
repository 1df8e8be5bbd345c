import type { CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const answer = await remoteClient(context)("InstanceSettingsService", "startBackup", {});
  if (output.json) return output.printJson(answer);
  output.say("the server is writing a backup; svc instance backup list shows when it is done");
}
