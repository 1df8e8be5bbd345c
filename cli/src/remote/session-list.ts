import type { CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const answer = await remoteClient(context)("SessionService", "listMySessions", {});
  if (output.json) return output.printJson(answer);
  const { sessions = [] } = answer;
  output.printTable(
    ["ID", "SIGNED IN", "LAST USED", "IP ADDRESS", "USER AGENT"],
    sessions.map(({ id = "", createdAt = "", lastUsedAt = "", ip = "", userAgent = "" }) => [
      id,
      createdAt,
      lastUsedAt,
      ip,
      userAgent,
    ]),
  );
}
