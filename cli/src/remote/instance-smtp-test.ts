import { type CommandContext, textFlag } from "../command.ts";
import { Failure } from "../failure.ts";
import { remoteClient } from "./client.ts";
import { smtpFields } from "./smtp-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const to = textFlag(flags, "to");
  const answer = await remoteClient(context)("InstanceSettingsService", "sendTestEmail", { to });
  const said = answer.answer ?? "";
  if (answer.accepted !== true) {
    const hint = "svc instance get shows the settings in effect, svc instance smtp set changes them";
    throw new Failure(
      "failed_precondition",
      "MAIL_REFUSED",
      `the mail server did not accept the email: ${said}`,
      hint,
    );
  }
  if (output.json) return output.printJson(answer);
  output.printFields([["answer", said], ...smtpFields(answer.smtp)]);
  const isPrinted = answer.smtp?.source === "SMTP_SOURCE_CONSOLE";
  output.say(isPrinted ? "no email was sent: no SMTP host is configured" : `sent a test email to ${to}`);
}
