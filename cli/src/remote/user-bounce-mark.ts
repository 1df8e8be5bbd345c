import { argument, type CommandContext, givenText } from "../command.ts";
import { remoteClient } from "./client.ts";
import { namedUser } from "./find-user.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const request = { ...namedUser(context), reason: givenText(flags, "reason") };
  const answer = await remoteClient(context)("UserService", "markEmailBounced", request);
  if (output.json) output.printJson(answer);
  else output.say(`marked the address of user ${argument(context, 0)} as bouncing; no email is sent to it`);
}
