import { type CommandContext, optionalText, textFlag } from "../command.ts";
import { shellLine } from "../shell-line.ts";
import { remoteClient } from "./client.ts";
import { stateOf } from "./user-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const { pageSize } = flags;
  const request = {
    project: textFlag(flags, "project"),
    query: optionalText(flags, "query"),
    pageToken: optionalText(flags, "pageToken"),
    pageSize: typeof pageSize === "number" ? pageSize : 0,
  };
  const answer = await remoteClient(context)("UserService", "listUsers", request);
  if (output.json) return output.printJson(answer);

  const { users = [], nextPageToken = "" } = answer;
  if (users.length === 0) output.say(request.query === "" ? "no users" : "no users match");
  else
    output.printTable(
      ["ID", "EMAIL", "NAME", "STATE", "CREATED", "LAST SIGN-IN"],
      users.map((user) => [
        user.id ?? "",
        user.email ?? "",
        user.displayName ?? "",
        stateOf(user),
        user.createdAt ?? "",
        user.lastSignInAt ?? "never",
      ]),
    );
  if (nextPageToken !== "") output.say(`there are more: ${nextPage(request, nextPageToken)}`);
}

function nextPage(
  { project, query, pageSize }: { project: string; query: string; pageSize: number },
  pageToken: string,
): string {
  return shellLine("svc", "user", "list", {
    project,
    query: query || undefined,
    "page-size": pageSize || undefined,
    "page-token": pageToken,
  });
}
