import type { CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const answer = await remoteClient(context)("InstanceSettingsService", "getMailSummary", {});
  if (output.json) return output.printJson(answer);

  const { relay = {}, projects = [] } = answer;
  output.printFields([
    ["mail server", relay.failing ? `failing since ${relay.failingSince ?? ""}` : "ok"],
    ["failed attempts", String(relay.failures ?? 0)],
    ["last answer", relay.lastFailure ?? ""],
    ["waiting", String(relay.waiting ?? 0)],
    ["oldest waiting", relay.oldestWaitingAt ?? ""],
  ]);
  if (projects.length === 0) return;
  output.printTable(
    ["PROJECT", "WAITING", "SENT (7 DAYS)", "FAILED (30 DAYS)", "SUPPRESSED (7 DAYS)"],
    projects.map(({ project = "", waiting = 0, sent = 0, failed = 0, suppressed = 0 }) => [
      project || "(instance)",
      ...[waiting, sent, failed, suppressed].map(String),
    ]),
  );
}
