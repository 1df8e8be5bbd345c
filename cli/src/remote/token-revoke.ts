import { argument, type CommandContext } from "../command.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const id = argument(context, 0);
  const withChildren = flags.withChildren === true;
  const asks = mustAsk(context);
  const call = remoteClient(context);
  if (asks) {
    const { personalAccessTokens = [] } = await call("AdminAccountService", "listPersonalAccessTokens", {});
    const name = personalAccessTokens.find((token) => token.id === id)?.name ?? id;
    await confirm(
      withChildren
        ? `Revoke token ${name} and all that were created with it? Their next use fails.`
        : `Revoke token ${name}? Its next use fails.`,
    );
  }
  const answer = await call("AdminAccountService", "revokePersonalAccessToken", { id, withChildren });
  const tokens = answer.revoked ?? 1; // a server that does not say has revoked this one
  if (output.json) output.printJson({ id, revoked: true, tokens });
  else
    output.say(
      withChildren ? `revoked ${tokens} ${tokens === 1 ? "token" : "tokens"}` : `revoked token ${id}`,
    );
}
