import { argument, type CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { pageOf, sayMore } from "./pages.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const request = { project: argument(context, 0), ...pageOf(flags) };
  const answer = await remoteClient(context)("ThemeService", "listThemeRevisions", request);
  if (output.json) return output.printJson(answer);

  const { revisions = [], nextPageToken } = answer;
  output.printTable(
    ["ID", "CREATED", "BY", "THEME", "PRIMARY", "STATE"],
    revisions.map(({ id = "", createdAt = "", createdBy = "", isDefault, theme = {} }, place) => [
      id,
      createdAt,
      createdBy,
      isDefault ? "default" : theme.productName || "own",
      theme.colors?.primary ?? "",
      place === 0 && request.pageToken === "" ? "in use" : "",
    ]),
  );
  sayMore(context, ["project", "theme", "revisions", request.project], nextPageToken);
}
