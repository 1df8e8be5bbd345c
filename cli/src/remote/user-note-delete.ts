import { argument, type CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { findUser, namedUser } from "./find-user.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const call = remoteClient(context);
  const noteId = argument(context, 1);
  await call("UserService", "deleteUserNote", { ...(await findUser(call, namedUser(context))), noteId });
  if (output.json) output.printJson({ noteId, deleted: true });
  else output.say(`deleted note ${noteId}`);
}
