import { argument, type CommandContext, numberFlag } from "../command.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const request = { name: argument(context, 0), expiresInDays: numberFlag(flags, "expiresInDays") };
  const answer = await remoteClient(context)("AdminAccountService", "createPersonalAccessToken", request);
  if (output.json) return output.printJson(answer);
  const { id, name, expiresAt } = answer.personalAccessToken ?? {};
  output.print(answer.token ?? "");
  output.say(
    `created token ${name} (${id}), ${expiresAt ? `valid until ${expiresAt}` : "valid until revoked"}`,
  );
  output.say("it is shown only now");
}
