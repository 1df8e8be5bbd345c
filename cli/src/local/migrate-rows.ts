import type { CommandSpec } from "../command.ts";
import { jsonFlag, localFlags } from "../flags.ts";

export const migrateRows: readonly CommandSpec[] = [
  {
    usage: "migrate",
    about: "Upgrade the database to this version; svc serve does the same when it starts",
    flags: [
      {
        name: "finish",
        about: "finish the upgrade on PostgreSQL; only when no replica of an older version runs",
      },
      jsonFlag,
      ...localFlags,
    ],
    json: "{engine, migration, finished}",
    examples: ["svc migrate", "svc migrate --finish --database-url postgres://svc@db/svc"],
    load: () => import("./migrate.ts"),
  },
];
