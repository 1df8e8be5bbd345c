import { type CommandContext, numberFlag, optionalText, textFlag } from "../command.ts";
import { readSecretFlag } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { smtpFields } from "./smtp-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const call = remoteClient(context);
  const answer = await call("InstanceSettingsService", "setSmtp", {
    host: textFlag(flags, "host"),
    port: numberFlag(flags, "port"),
    username: optionalText(flags, "username"),
    password: (await readSecretFlag(flags, "password")) ?? "",
    fromAddress: textFlag(flags, "from"),
  });
  if (output.json) return output.printJson(answer);
  output.printFields(smtpFields(answer.smtp));
  output.say("stored; svc instance smtp test --to <address> tries it");
}
