import { argument, type CommandContext, textFlag } from "../command.ts";
import { remoteClient } from "./client.ts";
import { printJob } from "./user-job-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const request = { project: textFlag(flags, "project"), jobId: argument(context, 0) };
  const answer = await remoteClient(context)("UserService", "getUserJob", request);
  if (output.json) output.printJson(answer);
  else printJob(context, answer.job ?? {});
}
