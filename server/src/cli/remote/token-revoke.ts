import { argument, type CommandContext } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const id = argument(context, 0);
  const asks = mustAsk(context);
  const call = remoteClient(context);
  if (asks) {
    const { personalAccessTokens = [] } = await call("AdminAccountService", "listPersonalAccessTokens", {});
    const name = personalAccessTokens.find((token) => token.id === id)?.name ?? id;
    await confirm(`Revoke token ${name}? Its next use fails.`);
  }
  await call("AdminAccountService", "revokePersonalAccessToken", { id });
  if (output.json) output.printJson({ id, revoked: true });
  else output.say(`revoked token ${id}`);
}
