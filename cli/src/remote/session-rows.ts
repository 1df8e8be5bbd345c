import type { CommandSpec } from "../command.ts";
import { remoteFlags, yesFlag } from "../flags.ts";

export const sessionGroups: Readonly<Record<string, string>> = {
  session: "Manage your console sessions",
};

export const sessionRows: readonly CommandSpec[] = [
  {
    usage: "session list",
    about: "List your console sessions, most recently used first",
    flags: remoteFlags,
    json: "ListMySessionsResponse",
    examples: ["svc session list"],
    load: () => import("./session-list.ts"),
  },
  {
    usage: "session revoke <id>",
    about: "End one of your console sessions immediately",
    flags: [yesFlag, ...remoteFlags],
    json: '{"id", "revoked"}',
    examples: ["svc session revoke 0199c0de-1234-7abc-8def-0123456789ab"],
    load: () => import("./session-revoke.ts"),
  },
];
