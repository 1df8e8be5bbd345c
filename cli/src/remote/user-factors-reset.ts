import { argument, type CommandContext } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";
import { findUser, namedUser, refusedAbout } from "./find-user.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const user = argument(context, 0);
  const asks = mustAsk(context);
  const call = remoteClient(context);
  const found = await findUser(call, namedUser(context));
  if (asks) {
    await confirm(
      `Reset the second factors of ${user}? First verify who is asking. This removes the authenticator app, the recovery codes and the passkeys (passkeys stay if they are the only way to sign in) and ends all sessions.`,
    );
  }
  const answer = await call("UserService", "resetUserFactors", found).catch(refusedAbout(user, found));
  if (output.json) return output.printJson(answer);
  output.say(`reset the second factors of ${user}; all their sessions have ended`);
  const left = answer.factors?.passkeys ?? 0;
  if (left > 0) output.say(`the passkeys stay, because they are the only way to sign in: ${left}`);
}
