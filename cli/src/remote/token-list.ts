import type { CommandContext } from "../command.ts";
import { printTokens } from "../print-tokens.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const answer = await remoteClient(context)("AdminAccountService", "listPersonalAccessTokens", {});
  printTokens(
    context.output,
    answer.personalAccessTokens ?? [],
    "no tokens; to create one: svc token create",
  );
}
