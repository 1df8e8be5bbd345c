import { join } from "node:path";
import type { Restored } from "@svc/server/backups";
import { argument, type CommandContext } from "../command.ts";
import { inWorkingDirectory } from "../current-process.ts";
import type { Output } from "../output.ts";
import { byteProgress } from "./byte-progress.ts";
import { runInterruptibly } from "./run-interruptibly.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const { dataDir, databaseUrl, masterKeyFile } = await context.loadConfig();
  const { restoreBackup, newUuidV7, REPLACED } = await import("@svc/server/backups");
  const progress = byteProgress(output, "unpacked");
  const restored = await runInterruptibly((signal) =>
    restoreBackup({
      ...{ archive: inWorkingDirectory(argument(context, 0)), dataDir, databaseUrl, masterKeyFile, signal },
      force: flags.force === true,
      revokeSessions: flags.revokeSessions === true,
      clock: Date.now,
      newId: () => newUuidV7(Date.now()),
      onProgress: progress.update,
    }).finally(progress.end),
  );
  const replaced = restored.keptOld ? join(dataDir, REPLACED) : null;
  if (output.json) output.printJson(encode(restored, dataDir, replaced));
  else report(output, restored, dataDir, replaced);
}

function encode({ manifest, revived }: Restored, dataDir: string, replaced: string | null) {
  const { createdAt, version, engine, migrations } = manifest;
  return { dataDir, createdAt, version, engine, migration: migrations.at(-1) ?? "", ...revived, replaced };
}

/** What was revoked since the backup is valid again, and nobody would think of it. */
function report(
  output: Output,
  { manifest, revived }: Restored,
  dataDir: string,
  replaced: string | null,
): void {
  const { sessions, adminSessions, accessTokens, projects, sessionsRevoked } = revived;
  output.say(`restored ${dataDir} as svc ${manifest.version} had it at ${manifest.createdAt}`);
  const ofSessions = `${count(sessions, "session")} of users and ${adminSessions} of administrators`;
  const back = [
    ...(sessionsRevoked ? [] : [ofSessions]),
    count(accessTokens, "personal access token"),
    `the keys of ${count(projects, "project")}`,
    "passwords and accounts",
  ];
  output.warn(`what was revoked, changed or deleted since then is as it was: ${back.join(", ")}`);
  output.say(sessionsRevoked ? `ended ${ofSessions}` : "with --revoke-sessions a restore ends the sessions");
  if (replaced !== null)
    output.say(`the data from before is in ${replaced}; delete it when you no longer need it`);
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}
