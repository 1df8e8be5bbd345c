import { argument, type CommandContext } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { enumValue, providerWords } from "./enum-words.ts";
import { findUser, namedUser, refusedAbout } from "./find-user.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const [user, typed] = [argument(context, 0), argument(context, 1)];
  const provider = enumValue(providerWords, typed, "<provider>") ?? "OAUTH_PROVIDER_UNSPECIFIED";
  const asks = mustAsk(context);
  const call = remoteClient(context);
  const found = await findUser(call, namedUser(context));
  if (asks) await confirm(`Unlink the ${typed} account of ${user}? The sessions it opened end.`);
  const answer = await call("UserService", "unlinkIdentity", { ...found, provider }).catch(
    refusedAbout(user, found),
  );
  if (output.json) output.printJson(answer);
  else output.say(`unlinked the ${typed} account of ${user}; the sessions it opened are ended`);
}
