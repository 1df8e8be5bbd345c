import { argument, type CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { findUser, namedUser } from "./find-user.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const call = remoteClient(context);
  const found = await findUser(call, namedUser(context));
  await call("UserService", "sendVerificationEmail", found);
  if (output.json) output.printJson({ userId: found.userId, sent: true });
  else output.say(`emailed user ${argument(context, 0)} a link to verify the address`);
}
