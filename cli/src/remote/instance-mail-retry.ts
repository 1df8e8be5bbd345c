import type { CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const answer = await remoteClient(context)("InstanceSettingsService", "retryOutgoingMails", {});
  if (output.json) return output.printJson(answer);
  const { mails = 0 } = answer;
  output.say(mails === 1 ? "trying 1 email again" : `trying ${mails} emails again`);
}
