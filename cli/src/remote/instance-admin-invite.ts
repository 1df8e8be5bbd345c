import { argument, type CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const request = { email: argument(context, 0) };
  const answer = await remoteClient(context)("AdminAccountService", "inviteAdmin", request);
  if (output.json) return output.printJson(answer);
  const { id = "", email = "", expiresAt = "" } = answer.invite ?? {};
  output.print(id);
  output.say(`invited ${email}; the invitation expires at ${expiresAt}`);
}
