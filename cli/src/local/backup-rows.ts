import type { CommandSpec } from "../command.ts";
import { jsonFlag, localFlags } from "../flags.ts";

export const backupRows: readonly CommandSpec[] = [
  {
    usage: "backup",
    about: "Write database, uploads and keys into one archive, also while the server runs",
    flags: [
      {
        name: "to",
        value: "file",
        about: "the archive to be; it must not be there yet",
        shownDefault: "svc-backup-<timestamp>.tar.gz in the working directory",
        completes: "file",
      },
      jsonFlag,
      ...localFlags,
    ],
    json: "{file, size, createdAt, version, engine, migration, files}",
    examples: ["svc backup", "svc backup --data-dir /var/lib/svc --to /mnt/backups/monday.tar.gz"],
    load: () => import("./backup.ts"),
  },
  {
    usage: "restore <archive>",
    about: "Bring a backup back into the data directory; the server must be stopped",
    flags: [
      { name: "force", about: "replace the data that is there" },
      { name: "revoke-sessions", about: "end every session that the backup brings back" },
      jsonFlag,
      ...localFlags,
    ],
    json: "{dataDir, createdAt, version, engine, migration, sessions, adminSessions, accessTokens, projects, sessionsRevoked, replaced}",
    examples: [
      "svc restore svc-backup-20300101T120000Z.tar.gz",
      "svc restore monday.tar.gz --data-dir /var/lib/svc --force --revoke-sessions",
    ],
    load: () => import("./restore.ts"),
  },
];
