import { join } from "node:path";
import type { Restored } from "@svc/server/backups";
import { argument, type CommandContext, givenText } from "../command.ts";
import { inWorkingDirectory } from "../current-process.ts";
import type { Output } from "../output.ts";
import { byteProgress } from "./byte-progress.ts";
import { runInterruptibly } from "./run-interruptibly.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const config = await context.loadConfig();
  const [{ restoreInstance }, { REPLACED }] = await Promise.all([
    import("@svc/server/compose"),
    import("@svc/server/backups"),
  ]);
  const progress = byteProgress(output, "unpacked");
  const keepErased = flags.keepErased === true;
  const restored = await runInterruptibly((signal) =>
    restoreInstance(config, {
      archive: inWorkingDirectory(argument(context, 0)),
      erasures: givenText(flags, "erasures").split(",").filter(Boolean).map(inWorkingDirectory),
      force: flags.force === true,
      keepErased,
      revokeSessions: flags.revokeSessions === true,
      onProgress: progress.update,
      signal,
    }).finally(progress.end),
  );
  const { dataDir } = config;
  const replaced = restored.keptOld ? join(dataDir, REPLACED) : null;
  if (output.json) output.printJson(encode(restored, { dataDir, keepErased, replaced }));
  else {
    report(output, restored, dataDir);
    reportErasures(output, restored, keepErased);
    if (replaced !== null)
      output.say(`the data from before is in ${replaced}; delete it when you no longer need it`);
  }
}

function encode(
  { manifest, revived, erasedAgain, ledgers }: Restored,
  { dataDir, keepErased, replaced }: { dataDir: string; keepErased: boolean; replaced: string | null },
) {
  const { createdAt, version, engine, migrations } = manifest;
  return {
    ...{ dataDir, createdAt, version, engine, migration: migrations.at(-1) ?? "", ...revived },
    ...{ usersErasedAgain: keepErased ? 0 : erasedAgain.users },
    ...{ projectsErasedAgain: keepErased ? 0 : erasedAgain.projects, ledgers, replaced },
  };
}

/** What was revoked since the backup is valid again, and nobody would think of it. */
function report(output: Output, { manifest, revived }: Restored, dataDir: string): void {
  const { sessions, adminSessions, accessTokens, passkeys, projects, sessionsRevoked } = revived;
  output.say(`restored ${dataDir} as svc ${manifest.version} had it at ${manifest.createdAt}`);
  const ofSessions = `${count(sessions, "session")} of users and ${adminSessions} of administrators`;
  const back = [
    ...(sessionsRevoked ? [] : [ofSessions]),
    count(accessTokens, "personal access token"),
    `the keys of ${count(projects, "project")}`,
    count(passkeys, "passkey"),
    "passwords and accounts",
  ];
  output.warn(`what was revoked, changed or deleted since then is as it was: ${back.join(", ")}`);
  output.say(sessionsRevoked ? `ended ${ofSessions}` : "with --revoke-sessions a restore ends the sessions");
}

/** Who was erased must stay erased. Says when that cannot be known. */
function reportErasures(
  output: Output,
  { erasedAgain, knowsErased, isReplacedDamaged }: Restored,
  keepErased: boolean,
): void {
  const { users, projects } = erasedAgain;
  const who = `${count(users, "user")} and ${count(projects, "project")}`;
  if (keepErased) {
    output.warn(`${who} that were erased since then are back, because of --keep-erased`);
    return;
  }
  output.say(`erased again: ${who} that had been erased since then`);
  if (!knowsErased) {
    output.warn(
      "there was no ledger of erasures, so users who were deleted since then are back; copy erasures.ndjson from the old data directory or from the backups and restore again with --erasures",
    );
  } else if (isReplacedDamaged) {
    output.warn(
      "the replaced database could not be read: who was deleted in its last seconds may be missing in the ledger of erasures, and be back",
    );
  }
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}
