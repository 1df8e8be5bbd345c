import { argument, type CommandContext, numberFlag } from "../command.ts";
import { namedProjects } from "../named-projects.ts";
import { printNewToken } from "../print-tokens.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const limits = { projects: namedProjects(context), readOnly: context.flags.readOnly === true };
  const request = { name: argument(context, 0), ...askedExpiry(context), ...limits };
  const answer = await remoteClient(context)("AdminAccountService", "createPersonalAccessToken", request);
  printNewToken(context.output, answer.token ?? "", answer.personalAccessToken ?? {});
}

/** Left out, it is for the server to say; 0 asks for a token that never expires. */
function askedExpiry({ flags }: Pick<CommandContext, "flags">) {
  if (flags.expiresInDays === undefined) return {};
  const expiresInDays = numberFlag(flags, "expiresInDays");
  return expiresInDays === 0 ? { neverExpires: true } : { expiresInDays };
}
