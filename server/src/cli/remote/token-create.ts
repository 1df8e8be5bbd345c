import { argument, type CommandContext, numberFlag } from "../command.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const request = { name: argument(context, 0), ...askedExpiry(context) };
  const answer = await remoteClient(context)("AdminAccountService", "createPersonalAccessToken", request);
  if (output.json) return output.printJson(answer);
  const { id, name, expiresAt } = answer.personalAccessToken ?? {};
  output.print(answer.token ?? "");
  output.say(
    `created token ${name} (${id}), ${expiresAt ? `valid until ${expiresAt}` : "valid until revoked"}`,
  );
  output.say("it is shown only now");
}

/** Left out, it is for the server to say; 0 asks for a token that never expires. */
function askedExpiry({ flags }: Pick<CommandContext, "flags">) {
  if (flags.expiresInDays === undefined) return {};
  const expiresInDays = numberFlag(flags, "expiresInDays");
  return expiresInDays === 0 ? { neverExpires: true } : { expiresInDays };
}
