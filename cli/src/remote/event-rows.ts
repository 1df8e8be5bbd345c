import type { CommandSpec } from "../command.ts";
import { type Flag, remoteFlags } from "../flags.ts";
import { pageFlags } from "./pages.ts";

const rangeFlags: readonly Flag[] = [
  { name: "from", value: "time", about: "only at or after this time: 2026-01-31, or 2026-01-31T10:00:00Z" },
  { name: "to", value: "time", about: "only before this time" },
];
const whoFlags: readonly Flag[] = [
  { name: "admin", value: "email", about: "only what this administrator did" },
  { name: "ip", value: "address", about: "only events from this IP address" },
];
const userFlag: Flag = { name: "user", value: "id|email", about: "only events of this user" };
const followFlag: Flag = {
  name: "follow",
  about:
    "print new events as they happen, oldest first, until interrupted; with --json one event per line; --from starts earlier",
};
const actKindFlag: Flag = {
  name: "kind",
  value: "kinds",
  about: "only these kinds, comma-separated",
};

export const eventRows: readonly CommandSpec[] = [
  {
    usage: "project events <slug|id>",
    about: "List events of a project, newest first, or follow them live",
    flags: [
      {
        name: "kind",
        value: "kinds",
        about: "only these kinds, comma-separated: user.signed_in, or user.* for all user events",
      },
      userFlag,
      ...whoFlags,
      ...rangeFlags,
      followFlag,
      ...pageFlags("events"),
      ...remoteFlags,
    ],
    json: "ListRecentEventsResponse",
    examples: [
      "svc project events acme",
      "svc project events acme --kind user.sign_in_failed --user ada@example.com",
      "svc project events acme --follow --json",
    ],
    load: () => import("./project-events.ts"),
  },
  {
    usage: "project audit <slug|id>",
    about: "List what administrators did in a project, newest first, or follow it live",
    flags: [
      actKindFlag,
      userFlag,
      ...whoFlags,
      ...rangeFlags,
      followFlag,
      ...pageFlags("events"),
      ...remoteFlags,
    ],
    json: "ListRecentEventsResponse",
    examples: [
      "svc project audit acme",
      "svc project audit acme --kind admin.user_deleted --from 2026-01-01 --to 2026-02-01",
    ],
    load: () => import("./project-audit.ts"),
  },
  {
    usage: "instance audit",
    about:
      "List what administrators did outside of projects, newest first: sign-ins, failed sign-ins, invitations, tokens, SMTP settings, created and deleted projects",
    flags: [actKindFlag, ...whoFlags, ...rangeFlags, followFlag, ...pageFlags("events"), ...remoteFlags],
    json: "ListRecentEventsResponse",
    examples: [
      "svc instance audit",
      "svc instance audit --admin ada@example.com --from 2026-01-01",
      "svc instance audit --kind admin.login_failed --follow",
    ],
    load: () => import("./instance-audit.ts"),
  },
];
