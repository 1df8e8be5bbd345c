import type { CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { smtpFields } from "./smtp-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const answer = await remoteClient(context)("InstanceSettingsService", "getInstance", {});
  if (output.json) return output.printJson(answer);
  const { baseUrl = "", version = "", database = "", startedAt = "", lastBackupAt = "never", smtp } = answer;
  output.printFields([
    ["base url", baseUrl],
    ["version", version],
    ["database", database],
    ["started", startedAt],
    ["last backup", lastBackupAt],
    ...smtpFields(smtp),
  ]);
}
