import { type CommandContext, textFlag } from "../command.ts";
import { Failure, usageFailure } from "../failure.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const project = textFlag(flags, "project");
  const ids = [...new Set(context.args)];
  if (flags.failed === true && ids.length > 0) {
    throw usageFailure("--failed cannot be combined with notification ids", "pass only one of them");
  }
  if (flags.failed !== true && ids.length === 0) {
    throw usageFailure("no notification ids given", "pass notification ids, or --failed for all failed ones");
  }
  const answer = await remoteClient(context)("BillingService", "replayNotifications", { project, ids });
  const { replayed = 0 } = answer;
  if (ids.length > 0 && replayed === 0) throw noneFound(project);
  if (replayed < ids.length) output.warn(`${ids.length - replayed} of these notifications were not found`);
  if (output.json) output.printJson(answer);
  else output.say(`processing ${replayed} ${replayed === 1 ? "notification" : "notifications"} again`);
}

function noneFound(project: string): Failure {
  const message = `project ${project} has none of these notifications`;
  const hint = `svc billing notifications list --project ${project} shows the ids`;
  return new Failure("not_found", "NOT_FOUND", message, hint);
}
