import { argument, type CommandContext, numberFlag } from "../command.ts";
import { remoteClient } from "./client.ts";
import { keyFields } from "./key-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const request = { project: argument(context, 0), graceSeconds: numberFlag(flags, "graceSeconds") };
  const answer = await remoteClient(context)("ProjectService", "rotateSigningKey", request);
  if (output.json) return output.printJson(answer);
  output.printFields(keyFields(answer.keys ?? {}));
  output.say("new tokens are signed with the new key; no session ends");
}
