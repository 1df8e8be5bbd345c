import { type CommandContext, textFlag } from "../command.ts";
import { remoteClient } from "./client.ts";
import { readUserFilters } from "./user-filter-flags.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const request = { project: textFlag(flags, "project"), ...readUserFilters(flags) };
  const call = remoteClient(context);
  let answer = await call("UserService", "countUsers", request);
  while (answer.nextPageToken) {
    answer = await call("UserService", "countUsers", { ...request, pageToken: answer.nextPageToken });
  }
  const { users = 0, more = false } = answer;
  if (output.json) output.printJson({ users, more });
  else output.print(more ? `more than ${users}` : String(users));
}
