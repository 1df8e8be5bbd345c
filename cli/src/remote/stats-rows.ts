import type { CommandSpec } from "../command.ts";
import { projectFlag, remoteFlags } from "../flags.ts";

export const statsGroups: Readonly<Record<string, string>> = {
  stats: "Show statistics of a project",
};

export const statsRows: readonly CommandSpec[] = [
  {
    usage: "stats get",
    about: "Show totals and breakdowns of a project for a range of days",
    flags: [
      { name: "from", value: "YYYY-MM-DD", about: "first day", shownDefault: "30 days ago" },
      { name: "to", value: "YYYY-MM-DD", about: "last day", shownDefault: "today" },
      projectFlag,
      ...remoteFlags,
    ],
    json: "GetStatsResponse",
    examples: [
      "svc stats get --project acme",
      "svc stats get --project acme --from 2026-01-01 --to 2026-01-31 --json",
    ],
    load: () => import("./stats-get.ts"),
  },
  {
    usage: "stats rollup",
    about: "Update the statistics now instead of waiting for the scheduled rollup",
    flags: [
      { name: "project", value: "slug|id", about: "only this project; all projects by default" },
      ...remoteFlags,
    ],
    json: "RunRollupResponse",
    examples: ["svc stats rollup --project acme"],
    load: () => import("./stats-rollup.ts"),
  },
];
