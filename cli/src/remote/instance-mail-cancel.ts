import type { CommandContext } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { warnOfLeftMails } from "./left-mails.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const ids = [...new Set(context.args)];
  const asks = mustAsk(context);
  const call = remoteClient(context);
  if (asks) await confirm(ids.length === 1 ? "Cancel this email?" : `Cancel these ${ids.length} emails?`);
  const answer = await call("InstanceSettingsService", "cancelOutgoingMails", { ids });
  warnOfLeftMails(output, answer.left, "cancelled");
  if (output.json) return output.printJson(answer);
  const { mails = 0 } = answer;
  output.say(mails === 1 ? "cancelled 1 email" : `cancelled ${mails} emails`);
}
