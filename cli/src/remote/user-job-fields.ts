import type { UserJobJson } from "@svc/proto/svc/admin/v1/user_jobs_pb";
import type { CommandContext } from "../command.ts";
import { jobActionWords, jobStateWords, wordOf } from "./enum-words.ts";

export function printJob({ output }: Pick<CommandContext, "output">, job: UserJobJson): void {
  output.printFields([
    ["id", job.id ?? ""],
    ["action", wordOf(jobActionWords, job.action)],
    ["state", wordOf(jobStateWords, job.state)],
    ["users that match", matchingOf(job)],
    ["changed", String(job.changedUsers ?? 0)],
    ["failed", String(job.failedUsers ?? 0)],
    ...(job.lastFailure ? [["last failure", job.lastFailure]] : []),
    ["query", job.query ?? ""],
    ["started by", job.startedBy ?? ""],
    ["started", job.startedAt ?? ""],
    ["ended", job.endedAt ?? ""],
  ]);
}

export function matchingOf({ matchingUsers, more }: UserJobJson): string {
  if (matchingUsers === undefined) return "not counted yet";
  return more ? `more than ${matchingUsers}` : String(matchingUsers);
}
