import { argument, type CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { namedUser } from "./find-user.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const answer = await remoteClient(context)("UserService", "clearEmailBounce", namedUser(context));
  if (output.json) output.printJson(answer);
  else output.say(`emails are sent to user ${argument(context, 0)} again`);
}
