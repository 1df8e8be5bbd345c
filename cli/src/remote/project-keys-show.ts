import { argument, type CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { keyFields } from "./key-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const request = { project: argument(context, 0) };
  const answer = await remoteClient(context)("ProjectService", "getSigningKey", request);
  if (output.json) output.printJson(answer);
  else output.printFields(keyFields(answer.keys ?? {}));
}
