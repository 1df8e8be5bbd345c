import { type CommandContext, optionalText } from "../command.ts";
import { remoteClient } from "./client.ts";
import { emptyProject } from "./require-project.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const request = { project: optionalText(flags, "project") };
  if (flags.project !== undefined && request.project.trim() === "") throw emptyProject();
  const answer = await remoteClient(context)("AnalyticsService", "runRollup", request);
  if (output.json) return output.printJson(answer);
  output.printFields([
    ["days counted", String(answer.daysUpdated ?? 0)],
    ["counted until", answer.countedUntil ?? ""],
  ]);
}
