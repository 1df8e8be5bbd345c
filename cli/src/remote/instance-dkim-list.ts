import type { CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const answer = await remoteClient(context)("DkimService", "listDkimKeys", {});
  if (output.json) return output.printJson(answer);
  const { keys = [] } = answer;
  if (keys.length === 0) return output.say("no domain has a key; emails are not signed by this server");
  output.printTable(
    ["DOMAIN", "SELECTOR", "CREATED", "RECORD NAME", "RECORD TEXT (TXT)"],
    keys.map(({ domain = "", selector = "", createdAt = "", recordName = "", recordText = "" }) => [
      domain,
      selector,
      createdAt,
      recordName,
      recordText,
    ]),
  );
}
