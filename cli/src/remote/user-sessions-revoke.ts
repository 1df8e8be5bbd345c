import type { CommandContext } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { findUser, namedUser } from "./find-user.ts";

export async function run(context: CommandContext): Promise<void> {
  const { args, output } = context;
  const asks = mustAsk(context);
  const call = remoteClient(context);
  const found = await findUser(call, namedUser(context));
  if (asks) await confirm(`Sign ${args[0]} out on all devices?`);
  const answer = await call("UserService", "revokeUserSessions", found);
  if (output.json) output.printJson(answer);
  else output.say(`ended ${answer.revokedSessions ?? 0} sessions of ${args[0]}`);
}
