import type { CommandSpec } from "../command.ts";
import { type Flag, projectFlag, remoteFlags, yesFlag } from "../flags.ts";
import { pageFlags } from "./pages.ts";
import { userFilterFlags } from "./user-filter-flags.ts";

export const userJobGroups: Readonly<Record<string, string>> = {
  "user bulk": "Change many users at once, in the background",
  "user note": "Manage notes about a user, which only administrators see",
};

const flags: readonly Flag[] = [projectFlag, ...remoteFlags];

export const userJobRows: readonly CommandSpec[] = [
  {
    usage: "user count",
    about: "Count users, exactly up to 10,000; all filters must match",
    flags: [...userFilterFlags, ...flags],
    json: '{"users", "more"}',
    examples: ["svc user count --project acme --guests"],
    load: () => import("./user-count.ts"),
  },
  {
    usage: "user bulk start <action>",
    about: "Disable, enable, sign out (revoke-sessions) or delete every user that matches",
    flags: [...userFilterFlags, yesFlag, ...flags],
    json: "StartUserJobResponse",
    examples: [
      "svc user bulk start disable --project acme --unverified",
      "svc user bulk start delete --project acme --guests --yes",
    ],
    load: () => import("./user-bulk-start.ts"),
  },
  {
    usage: "user bulk list",
    about: "List the last 20 jobs that changed many users, newest first",
    flags,
    json: "ListUserJobsResponse",
    examples: ["svc user bulk list --project acme"],
    load: () => import("./user-bulk-list.ts"),
  },
  {
    usage: "user bulk get <id>",
    about: "Show a job and its progress",
    flags,
    json: "GetUserJobResponse",
    examples: ["svc user bulk get 0198f2a0-7d3c-7cc1-8b5e-3f2a1c9d4e5f --project acme"],
    load: () => import("./user-bulk-get.ts"),
  },
  {
    usage: "user bulk cancel <id>",
    about: "Cancel a job; what it has changed stays changed",
    flags,
    json: "CancelUserJobResponse",
    examples: ["svc user bulk cancel 0198f2a0-7d3c-7cc1-8b5e-3f2a1c9d4e5f --project acme"],
    load: () => import("./user-bulk-cancel.ts"),
  },
  {
    usage: "user note add <id|email> <text>",
    about: "Add a note about a user",
    flags,
    json: "AddUserNoteResponse",
    examples: ["svc user note add ada@example.com 'Called about the invoice.' --project acme"],
    load: () => import("./user-note-add.ts"),
  },
  {
    usage: "user note list <id|email>",
    about: "List the notes about a user, newest first",
    flags: [...pageFlags("notes"), ...flags],
    json: "ListUserNotesResponse",
    examples: ["svc user note list ada@example.com --project acme"],
    load: () => import("./user-note-list.ts"),
  },
  {
    usage: "user note delete <id|email> <note>",
    about: "Delete a note about a user",
    flags,
    json: '{"noteId", "deleted"}',
    examples: ["svc user note delete ada@example.com 0198f2a0-7d3c-7cc1-8b5e-3f2a1c9d4e5f --project acme"],
    load: () => import("./user-note-delete.ts"),
  },
];
