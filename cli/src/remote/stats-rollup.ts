import { type CommandContext, givenText } from "../command.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const request = { project: givenText(flags, "project") };
  const answer = await remoteClient(context)("AnalyticsService", "runRollup", request);
  if (output.json) return output.printJson(answer);
  output.printFields([
    ["days counted", String(answer.daysUpdated ?? 0)],
    ["counted until", answer.countedUntil ?? ""],
  ]);
}
