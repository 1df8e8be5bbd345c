import type { GetStatsResponseJson, StatCountJson } from "@svc/proto/svc/admin/v1/analytics_pb";
import { type CommandContext, givenText, textFlag } from "../command.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const answer = await remoteClient(context)("AnalyticsService", "getStats", {
    project: textFlag(flags, "project"),
    fromDate: givenText(flags, "from"),
    toDate: givenText(flags, "to"),
  });
  if (output.json) output.printJson(answer);
  else output.printFields(statsFields(answer));
}

function statsFields(stats: GetStatsResponseJson): string[][] {
  const { fromDate = "", toDate = "", timezone = "", tiles = {}, countedUntil = "" } = stats;
  return [
    ["from", fromDate],
    ["to", toDate],
    ["time zone", timezone],
    ["users", number(tiles.users)],
    ["new users", number(tiles.newUsers)],
    ["active, last day", number(tiles.dailyActiveUsers)],
    ["active, 7 days", number(tiles.weeklyActiveUsers)],
    ["active, 30 days", number(tiles.monthlyActiveUsers)],
    ["sign-ins", number(tiles.signIns)],
    ...parts("sign-ins by", stats.signInsByMethod),
    ["failed sign-ins", number(tiles.signInFailures)],
    ["guests", number(tiles.guests)],
    ["new guests", number(tiles.newGuests)],
    ["guests converted", number(tiles.guestConversions)],
    ...parts("users with", stats.usersByProvider),
    ["counted until", countedUntil],
  ];
}

function parts(label: string, counts: readonly StatCountJson[] = []): string[][] {
  return counts.map(({ key = "", count }) => [`${label} ${key}`, number(count)]);
}

function number(count = 0): string {
  return String(count);
}
