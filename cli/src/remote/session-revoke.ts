import { argument, type CommandContext } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const id = argument(context, 0);
  if (mustAsk(context)) await confirm(`End session ${id}? Its next call fails.`);
  await remoteClient(context)("SessionService", "revokeMySession", { sessionId: id });
  if (output.json) output.printJson({ id, revoked: true });
  else output.say(`ended session ${id}`);
}
