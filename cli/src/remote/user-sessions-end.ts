import { argument, type CommandContext } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { findUser, namedUser, refusedAbout } from "./find-user.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const [user, sessionId] = [argument(context, 0), argument(context, 1)];
  const asks = mustAsk(context);
  const call = remoteClient(context);
  const found = await findUser(call, namedUser(context));
  if (asks) await confirm(`End session ${sessionId} of ${user}?`);
  const request = { ...found, sessionId };
  const answer = await call("UserService", "revokeUserSession", request).catch(refusedAbout(user, found));
  if (output.json) output.printJson(answer);
  else output.say(answer.revoked ? `ended session ${sessionId}` : `session ${sessionId} had already ended`);
}
