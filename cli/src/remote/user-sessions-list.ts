import { argument, type CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { getUser, namedUser } from "./find-user.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const { sessions = [] } = await getUser(remoteClient(context), namedUser(context));
  if (output.json) return output.printJson({ sessions });
  if (sessions.length === 0) return output.say(`user ${argument(context, 0)} has no active sessions`);
  output.printTable(
    ["ID", "METHOD", "SIGNED IN", "LAST USED", "ENDS", "IP ADDRESS", "DEVICE"],
    sessions.map((session) => [
      session.id ?? "",
      session.method ?? "",
      session.createdAt ?? "",
      session.lastUsedAt ?? "",
      session.expiresAt ?? "",
      session.ip ?? "",
      session.device ?? "",
    ]),
  );
}
