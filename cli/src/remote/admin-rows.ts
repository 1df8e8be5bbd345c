import type { CommandSpec } from "../command.ts";
import { remoteFlags, yesFlag } from "../flags.ts";

export const adminGroups: Readonly<Record<string, string>> = {
  "instance admin": "Manage administrators and invitations",
};

export const adminRows: readonly CommandSpec[] = [
  {
    usage: "instance admin list",
    about: "List the administrators by email address, then the open invitations, newest first",
    flags: remoteFlags,
    json: "ListAdminsResponse",
    examples: ["svc instance admin list"],
    load: () => import("./instance-admin-list.ts"),
  },
  {
    usage: "instance admin invite <email>",
    about:
      "Email an invitation to become an administrator; replaces an earlier invitation to the same address",
    flags: remoteFlags,
    json: "InviteAdminResponse",
    examples: ["svc instance admin invite grace@example.com"],
    load: () => import("./instance-admin-invite.ts"),
  },
  {
    usage: "instance admin remove <id|email>",
    about: "Remove an administrator with their sessions and tokens, or withdraw an open invitation",
    flags: [yesFlag, ...remoteFlags],
    json: '{"id", "email", "invitation", "removed"}',
    examples: ["svc instance admin remove grace@example.com"],
    load: () => import("./instance-admin-remove.ts"),
  },
];
