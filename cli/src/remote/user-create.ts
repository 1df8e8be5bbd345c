import { argument, type CommandContext, optionalText, textFlag } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { readSecretFlag } from "../prompt.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags } = context;
  const invite = flags.invite === true;
  if (invite && flags.password !== undefined) {
    const hint = "with --invite the user sets the password; leave --password out";
    throw usageFailure("--password cannot be combined with --invite", hint);
  }
  const password = (await readSecretFlag(flags, "password")) ?? "";
  await createUser(context, { password, invite, emailVerified: flags.verified === true });
}

export async function createUser(
  context: CommandContext,
  more: { password?: string; invite: boolean; emailVerified?: boolean },
): Promise<void> {
  const { flags, output } = context;
  const request = {
    project: textFlag(flags, "project"),
    email: argument(context, 0),
    displayName: optionalText(flags, "displayName"),
    locale: optionalText(flags, "locale"),
    ...more,
  };
  const answer = await remoteClient(context)("UserService", "createUser", request);
  if (output.json) return output.printJson(answer);
  const { id = "", email = "" } = answer.user ?? {};
  output.print(id);
  output.say(more.invite ? `created user ${email} and sent the invitation` : `created user ${email}`);
  if (answer.banLifted) output.say("the address was banned; the ban is lifted");
}
