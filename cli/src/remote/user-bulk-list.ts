import { type CommandContext, textFlag } from "../command.ts";
import { remoteClient } from "./client.ts";
import { jobActionWords, jobStateWords, wordOf } from "./enum-words.ts";
import { matchingOf } from "./user-job-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const answer = await remoteClient(context)("UserService", "listUserJobs", {
    project: textFlag(flags, "project"),
  });
  if (output.json) return output.printJson(answer);
  const { jobs = [] } = answer;
  if (jobs.length === 0) return output.say("no jobs");
  output.printTable(
    ["ID", "ACTION", "STATE", "MATCHING", "CHANGED", "FAILED", "STARTED BY", "STARTED"],
    jobs.map((job) => [
      job.id ?? "",
      wordOf(jobActionWords, job.action),
      wordOf(jobStateWords, job.state),
      matchingOf(job),
      String(job.changedUsers ?? 0),
      String(job.failedUsers ?? 0),
      job.startedBy ?? "",
      job.startedAt ?? "",
    ]),
  );
}
