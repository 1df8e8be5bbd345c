import type { CommandContext } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { smtpFields } from "./smtp-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const asks = mustAsk(context);
  const call = remoteClient(context);
  if (asks) await confirm("Remove the stored SMTP settings and password?");
  const answer = await call("InstanceSettingsService", "clearSmtp", {});
  if (output.json) return output.printJson(answer);
  output.printFields(smtpFields(answer.smtp));
}
