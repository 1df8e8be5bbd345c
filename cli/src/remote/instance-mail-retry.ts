import type { CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { warnOfLeftMails } from "./left-mails.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const ids = [...new Set(context.args)];
  const answer = await remoteClient(context)("InstanceSettingsService", "retryOutgoingMails", { ids });
  warnOfLeftMails(output, answer.left, "tried again");
  if (output.json) return output.printJson(answer);
  const { mails = 0 } = answer;
  if (mails === 0 && ids.length === 0) return output.say("no emails wait, or they are being sent now");
  output.say(mails === 1 ? "trying 1 email again" : `trying ${mails} emails again`);
}
