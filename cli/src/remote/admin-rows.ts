import type { CommandSpec } from "../command.ts";
import { type Flag, remoteFlags, yesFlag } from "../flags.ts";
import { adminRoleNames } from "./admin-role.ts";

const roleFlag: Flag = {
  name: "role",
  value: "role",
  about: "what the new administrator may do; a role other than owner needs --project",
  choices: adminRoleNames,
  fallback: "owner",
};

const projectsFlag: Flag = {
  name: "project",
  value: "slug|id",
  about: "a project in which the role holds; may be given several times",
  isRepeatable: true,
};

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
    flags: [roleFlag, projectsFlag, ...remoteFlags],
    json: "InviteAdminResponse",
    examples: [
      "svc instance admin invite grace@example.com",
      "svc instance admin invite joan@example.com --role support --project demo",
    ],
    load: () => import("./instance-admin-invite.ts"),
  },
  {
    usage: "instance admin role <id|email> <role>",
    about:
      "Give an administrator a role in one project, or on the instance without --project; none takes it away",
    flags: [
      { name: "project", value: "slug|id", about: "the project; without one, the instance" },
      ...remoteFlags,
    ],
    argumentChoices: { "<role>": [...adminRoleNames, "none"] },
    json: "SetAdminRoleResponse",
    examples: [
      "svc instance admin role joan@example.com viewer --project demo",
      "svc instance admin role joan@example.com owner",
      "svc instance admin role joan@example.com none --project demo",
    ],
    load: () => import("./instance-admin-role.ts"),
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
