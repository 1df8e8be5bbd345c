import type { CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { findUser, namedUser } from "./find-user.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const call = remoteClient(context);
  const answer = await call("UserService", "cancelUserDeletion", await findUser(call, namedUser(context)));
  if (output.json) output.printJson(answer);
  else output.say(`user ${context.args[0]} is kept; they have to sign in again`);
}
