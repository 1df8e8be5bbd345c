import type { CommandContext } from "../command.ts";
import { confirmByTyping, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { findUser, getUser, namedUser } from "./find-user.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const named = namedUser(context);
  const asks = mustAsk(context);
  const call = remoteClient(context);
  if (asks) {
    const { email = "", id } = await getUser(call, named);
    const name = email || id;
    await confirmByTyping(`This deletes user ${name} permanently, with identities and sessions.`, name);
  }
  const found = await findUser(call, named);
  await call("UserService", "deleteUser", found);
  if (output.json) output.printJson({ userId: found.userId, deleted: true });
  else output.say(`deleted user ${context.args[0]}`);
}
