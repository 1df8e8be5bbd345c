import { argument, type CommandContext, textFlag } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { confirmByTyping, mustAsk } from "../prompt.ts";
import { type Call, remoteClient } from "./client.ts";
import { enumValue, jobActionWords } from "./enum-words.ts";
import { readUserFilters } from "./user-filter-flags.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const typed = argument(context, 0);
  const action = enumValue(jobActionWords, typed, "<action>");
  if (action === undefined) throw usageFailure("<action> is missing", "svc user bulk start --help");
  const request = { project: textFlag(flags, "project"), ...readUserFilters(flags) };
  const asks = mustAsk(context);
  const call = remoteClient(context);
  if (asks) {
    const people = await countOf(call, request);
    await confirmByTyping(
      `${typed} for ${people} users of project ${request.project}.`,
      `${typed} ${people}`,
    );
  }
  const answer = await call("UserService", "startUserJob", { ...request, action });
  if (output.json) return output.printJson(answer);
  const { id = "" } = answer.job ?? {};
  output.print(id);
  output.say(`started; svc user bulk get ${id} --project ${request.project} shows the progress`);
}

async function countOf(call: Call, request: { project: string }): Promise<string> {
  let answer = await call("UserService", "countUsers", request);
  while (answer.nextPageToken) {
    answer = await call("UserService", "countUsers", { ...request, pageToken: answer.nextPageToken });
  }
  return answer.more ? "more than 10000" : String(answer.users ?? 0);
}
