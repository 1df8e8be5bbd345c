import { argument, type CommandContext, numberFlag } from "../command.ts";
import { remoteClient } from "./client.ts";
import { keyFields } from "./key-fields.ts";
import { confirmYoungKey, waitForStandByKey } from "./stand-by-key.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const project = argument(context, 0);
  const call = remoteClient(context);
  if (flags.wait === true) await waitForStandByKey(context, call, project);
  else await confirmYoungKey(context, call, project);
  const request = { project, graceSeconds: numberFlag(flags, "graceSeconds") };
  const answer = await call("ProjectService", "rotateSigningKey", request);
  if (output.json) return output.printJson(answer);
  output.printFields(keyFields(answer.keys ?? {}));
  output.say("new tokens are signed with the new key, and the next one is published; no session ends");
}
