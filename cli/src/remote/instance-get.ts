import type { GetInstanceResponseJson } from "@svc/proto/svc/admin/v1/instance_pb";
import type { CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { smtpFields } from "./smtp-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const answer = await remoteClient(context)("InstanceSettingsService", "getInstance", {});
  if (output.json) return output.printJson(answer);
  const { baseUrl = "", version = "", database = "", startedAt = "", lastBackupAt = "never", smtp } = answer;
  // The server tells the rest to owners only.
  if (database === "") {
    return output.printFields([
      ["base url", baseUrl],
      ["version", version],
      ["started", startedAt],
    ]);
  }
  output.printFields([
    ["base url", baseUrl],
    ["version", version],
    ["database", database],
    ["started", startedAt],
    ["last backup", lastBackupAt],
    ...certificateFields(answer),
    ...smtpFields(smtp),
  ]);
}

/** Where a proxy speaks HTTPS, there is nothing to tell. */
function certificateFields({ certificate }: GetInstanceResponseJson): Array<[string, string]> {
  if (certificate === undefined) return [];
  const { names = [], notAfter, lastFailure = "" } = certificate;
  const until = notAfter === undefined ? "none yet" : `valid until ${notAfter}`;
  return [
    ["certificate", `${names.join(", ")}, ${until}`],
    ...(lastFailure === "" ? [] : [["renewal failed", lastFailure] as [string, string]]),
  ];
}
