import type { CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { namedUser } from "./find-user.ts";
import { userFields } from "./user-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const answer = await remoteClient(context)("UserService", "getUser", namedUser(context));
  if (output.json) output.printJson(answer);
  else output.printFields(userFields(answer.user ?? {}));
}
