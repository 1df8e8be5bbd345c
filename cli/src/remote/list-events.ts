import type { CommandContext } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { remoteClient } from "./client.ts";
import { eventCells, eventHeadings } from "./event-cells.ts";
import { eventQuery } from "./event-query.ts";
import { followEvents } from "./follow-events.ts";
import { pageOf, sayMore } from "./pages.ts";

/** Prints a page of events, or new ones as they come. `command` are the words that were typed, to name the next page. */
export async function listEvents(
  context: CommandContext,
  command: readonly string[],
  which: { project: string; isAudit: boolean },
): Promise<void> {
  const { flags, output } = context;
  const call = remoteClient(context);
  if (flags.follow === true) refuseWithFollow(context);
  const query = await eventQuery(call, context, which);
  if (flags.follow === true) return followEvents(output, call, query);
  const answer = await call("AnalyticsService", "listRecentEvents", { ...query, ...pageOf(flags) });
  if (output.json) return output.printJson(answer);

  const { events = [], nextPageToken } = answer;
  if (events.length === 0) output.say("no events");
  else output.printTable(eventHeadings, events.map(eventCells));
  sayMore(context, command, nextPageToken);
}

function refuseWithFollow({ flags }: CommandContext): void {
  const [name] = Object.entries({ to: "to", pageSize: "page-size", pageToken: "page-token" }).flatMap(
    ([key, name]) => (flags[key] === undefined ? [] : [name]),
  );
  if (name === undefined) return;
  throw usageFailure(`--follow and --${name} cannot be combined`, "--from says where --follow begins");
}
