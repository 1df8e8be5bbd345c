import { argument, type CommandContext } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { findUser, namedUser, refusedAbout } from "./find-user.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const [user, passkeyId] = [argument(context, 0), argument(context, 1)];
  const asks = mustAsk(context);
  const call = remoteClient(context);
  const found = await findUser(call, namedUser(context));
  if (asks) await confirm(`Remove the passkey ${passkeyId} of ${user}? The sessions it opened end.`);
  const answer = await call("UserService", "removeUserPasskey", { ...found, passkeyId }).catch(
    refusedAbout(user, found),
  );
  if (output.json) output.printJson(answer);
  else output.say(`removed the passkey ${passkeyId} of ${user}; the sessions it opened are ended`);
}
