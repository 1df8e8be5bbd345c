import { argument, type CommandContext } from "../command.ts";
import { Failure } from "../failure.ts";
import { remoteClient } from "./client.ts";
import { placeOf, wordingOf } from "./wording.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const request = { ...wordingOf(context), place: placeOf(argument(context, 1)) };
  const answer = await remoteClient(context)("WordingService", "sendPreviewEmail", request);
  const said = answer.answer ?? "";
  if (answer.accepted !== true) {
    const message = `the mail server did not accept the email: ${said}`;
    const hint = "svc instance smtp test finds out whether any email leaves";
    throw new Failure("failed_precondition", "MAIL_REFUSED", message, hint);
  }
  if (output.json) return output.printJson(answer);
  output.printFields([
    ["to", answer.to ?? ""],
    ["answer", said],
  ]);
  if (answer.printed === true) output.say("no email was sent: no SMTP host is configured");
}
