import type { CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const answer = await remoteClient(context)("AdminAccountService", "listPersonalAccessTokens", {});
  if (output.json) return output.printJson(answer);
  const { personalAccessTokens = [] } = answer;
  output.printTable(
    ["ID", "NAME", "CREATED", "EXPIRES", "LAST USED"],
    personalAccessTokens.map(({ id = "", name = "", createdAt = "", expiresAt, lastUsedAt }) => [
      id,
      name,
      createdAt,
      expiresAt ?? "never",
      lastUsedAt ?? "never",
    ]),
  );
}
