import type { CommandSpec } from "../command.ts";
import { jsonFlag, localFlags } from "../flags.ts";

export const migrateRows: readonly CommandSpec[] = [
  {
    usage: "migrate",
    about: "Upgrade the database to this version; svc serve does the same when it starts",
    flags: [
      {
        name: "plan",
        about: "show what would run and what it locks; changes nothing",
      },
      {
        name: "finish",
        about: "finish the upgrade on PostgreSQL; only when no replica of an older version runs",
      },
      jsonFlag,
      ...localFlags,
    ],
    json: "{engine, migration, finished}, or with --plan {engine, pending: [{name, locks, indexes}], finish}",
    examples: [
      "svc migrate --plan",
      "svc migrate",
      "svc migrate --finish --database-url postgres://svc@db/svc",
    ],
    load: () => import("./migrate.ts"),
  },
];
