import type { CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const answer = await remoteClient(context)("AdminAccountService", "listPersonalAccessTokens", {});
  if (output.json) return output.printJson(answer);
  const { personalAccessTokens = [] } = answer;
  const names = new Map(personalAccessTokens.map(({ id, name }) => [id, name]));
  output.printTable(
    ["ID", "NAME", "CREATED", "EXPIRES", "LAST USED", "CREATED WITH"],
    personalAccessTokens.map(
      ({ id = "", name = "", createdAt = "", expiresAt, lastUsedAt, parentId = "" }) => [
        id,
        name,
        createdAt,
        expiresAt ?? "never",
        lastUsedAt ?? "never",
        parentId === "" ? "" : (names.get(parentId) ?? `${parentId} (revoked)`),
      ],
    ),
  );
}
