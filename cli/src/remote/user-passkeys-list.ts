import { argument, type CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { findUser, namedUser } from "./find-user.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const call = remoteClient(context);
  const answer = await call("UserService", "listUserPasskeys", await findUser(call, namedUser(context)));
  if (output.json) return output.printJson(answer);
  const { passkeys = [] } = answer;
  if (passkeys.length === 0) return output.say(`user ${argument(context, 0)} has no passkeys`);
  output.printTable(
    ["ID", "NAME", "RP ID", "BACKED UP", "ADDED", "LAST USED"],
    passkeys.map(({ id, name, rpId, backedUp, createdAt, lastUsedAt }) => [
      id ?? "",
      name ?? "",
      rpId ?? "",
      backedUp ? "yes" : "no",
      createdAt ?? "",
      lastUsedAt ?? "never",
    ]),
  );
}
