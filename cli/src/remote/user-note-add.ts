import { argument, type CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { findUser, namedUser } from "./find-user.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const call = remoteClient(context);
  const found = await findUser(call, namedUser(context));
  const answer = await call("UserService", "addUserNote", { ...found, text: argument(context, 1) });
  if (output.json) output.printJson(answer);
  else output.say(`added a note about user ${argument(context, 0)}`);
}
