import type { CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const answer = await remoteClient(context)("InstanceSettingsService", "listBackups", {});
  if (output.json) return output.printJson(answer);

  const { directory = "", backups = [], running = false, nextBackupAt = "", status, problem = "" } = answer;
  if (directory === "") {
    return output.say("the server writes no backups; start it with --backup-dir to turn them on");
  }
  if (backups.length === 0) output.say(`no backups in ${directory}`);
  else
    output.printTable(
      ["NAME", "CREATED", "BYTES"],
      backups.map(({ name = "", createdAt = "", sizeBytes = "0" }) => [name, createdAt, sizeBytes]),
    );
  if (problem !== "") output.say(`the directory cannot be read: ${problem}`);
  if (status?.lastFailure) output.say(`the last backup failed: ${status.lastFailure}`);
  output.say(running ? "a backup is being written" : `next backup: ${nextBackupAt}`);
}
