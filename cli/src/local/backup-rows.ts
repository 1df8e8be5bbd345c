import type { CommandSpec } from "../command.ts";
import { jsonFlag, localFlags } from "../flags.ts";

export const backupRows: readonly CommandSpec[] = [
  {
    usage: "backup",
    about: "Back up the database, uploads and keys to one archive; the server can keep running",
    flags: [
      {
        name: "to",
        value: "file",
        about: "path of the archive to create; must not exist",
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
    about: "Restore a backup into the data directory; stop the server first",
    flags: [
      { name: "force", about: "replace existing data" },
      { name: "revoke-sessions", about: "end all sessions contained in the backup" },
      {
        name: "erasures",
        value: "file",
        about:
          "ledger of erasures to read, besides those in the data directory, in the backup directory and beside the archive; may be given several times",
        isRepeatable: true,
        completes: "file",
      },
      { name: "keep-erased", about: "do not erase again who was erased since the backup" },
      jsonFlag,
      ...localFlags,
    ],
    json: "{dataDir, createdAt, version, engine, migration, sessions, adminSessions, accessTokens, passkeys, projects, sessionsRevoked, usersErasedAgain, projectsErasedAgain, ledgers, replaced}",
    examples: [
      "svc restore svc-backup-20300101T120000Z.tar.gz",
      "svc restore monday.tar.gz --data-dir /var/lib/svc --force --revoke-sessions",
      "svc restore monday.tar.gz --data-dir /srv/svc --erasures /var/lib/svc/erasures.ndjson",
    ],
    load: () => import("./restore.ts"),
  },
];
