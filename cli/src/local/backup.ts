import { type CommandContext, givenText } from "../command.ts";
import { inWorkingDirectory } from "../current-process.ts";
import { byteProgress, inMegabytes } from "./byte-progress.ts";
import { runInterruptibly } from "./run-interruptibly.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const config = await context.loadConfig();
  const { openForBackup, writeBackup, backupName } = await import("@svc/server/backups");
  const to = inWorkingDirectory(givenText(flags, "to") || backupName(Date.now()));
  const progress = byteProgress(output, "packed");
  const backup = await runInterruptibly(async (signal) => {
    const source = await openForBackup(config, output.log);
    try {
      return await writeBackup(source, { to, signal, onProgress: progress.update });
    } finally {
      progress.end();
      await source.close();
    }
  });

  const { createdAt, engine, version, migrations, entries } = backup.manifest;
  if (output.json) {
    const { file, size } = backup;
    output.printJson({
      ...{ file, size, createdAt, version, engine, migration: migrations.at(-1) ?? "" },
      files: entries.length,
    });
  } else output.print(backup.file);
  output.say(`wrote ${inMegabytes(backup.size)}; to restore it: svc restore ${backup.file}`);
  output.say("the archive contains the master key: store it where only you can read it");
}
