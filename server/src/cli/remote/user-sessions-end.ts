import { argument, type CommandContext } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { findUser, namedUser } from "./find-user.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const sessionId = argument(context, 1);
  const asks = mustAsk(context);
  const call = remoteClient(context);
  const found = await findUser(call, namedUser(context));
  if (asks) await confirm(`End session ${sessionId} of ${argument(context, 0)}?`);
  const answer = await call("UserService", "revokeUserSession", { ...found, sessionId });
  if (output.json) output.printJson(answer);
  else output.say(answer.revoked ? `ended session ${sessionId}` : `session ${sessionId} had ended before`);
}
