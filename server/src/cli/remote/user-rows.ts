import type { CommandSpec } from "../command.ts";
import { type Flag, projectFlag, remoteFlags, yesFlag } from "../flags.ts";

export const userGroups: Readonly<Record<string, string>> = {
  user: "Users of a project",
  "user claims": "Custom claims of a user",
  "user sessions": "Sessions of a user",
};

const userFlags: readonly Flag[] = [projectFlag, ...remoteFlags];
const displayName: Flag = { name: "display-name", value: "name", about: "name to show" };

export const userRows: readonly CommandSpec[] = [
  {
    usage: "user list",
    about: "List the users of a project, newest first, a page at a time",
    flags: [
      { name: "query", value: "text", about: "only users whose e-mail address or name holds this" },
      {
        name: "page-size",
        value: "number",
        about: "users on a page, at most 200",
        isWholeNumber: true,
        shownDefault: "50",
      },
      { name: "page-token", value: "token", about: "the page after the one that named this token" },
      ...userFlags,
    ],
    json: "ListUsersResponse",
    examples: ["svc user list --project acme", "svc user list --project acme --query ada --json"],
    load: () => import("./user-list.ts"),
  },
  {
    usage: "user get <id|email>",
    about: "Show a user with identities and active sessions",
    flags: userFlags,
    json: "GetUserResponse",
    examples: ["svc user get ada@example.com --project acme"],
    load: () => import("./user-get.ts"),
  },
  {
    usage: "user create <email>",
    about: "Create a user with a password, with an invitation by mail, or with neither",
    flags: [
      {
        name: "password",
        value: "password",
        about: "the user's password; - reads it from standard input; not with --invite",
      },
      { name: "invite", about: "mail the user a link to set a password" },
      displayName,
      { name: "verified", about: "count the e-mail address as verified" },
      ...userFlags,
    ],
    json: "CreateUserResponse",
    examples: [
      "svc user create ada@example.com --project acme --password - < password.txt",
      "svc user create ada@example.com --project acme --invite --display-name 'Ada Lovelace'",
    ],
    load: () => import("./user-create.ts"),
  },
  {
    usage: "user invite <email>",
    about: "Create a user and mail a link to set a password",
    flags: [displayName, ...userFlags],
    json: "CreateUserResponse",
    examples: ["svc user invite ada@example.com --project acme"],
    load: () => import("./user-invite.ts"),
  },
  {
    usage: "user delete <id|email>",
    about: "Delete a user for good, with identities and sessions",
    flags: [yesFlag, ...userFlags],
    json: '{"userId", "deleted"}',
    examples: ["svc user delete ada@example.com --project acme"],
    load: () => import("./user-delete.ts"),
  },
  {
    usage: "user disable <id|email>",
    about: "Block a user's sign-in and revoke the sessions",
    flags: userFlags,
    json: "DisableUserResponse",
    examples: ["svc user disable ada@example.com --project acme"],
    load: () => import("./user-disable.ts"),
  },
  {
    usage: "user enable <id|email>",
    about: "Allow a disabled user to sign in again",
    flags: userFlags,
    json: "EnableUserResponse",
    examples: ["svc user enable ada@example.com --project acme"],
    load: () => import("./user-enable.ts"),
  },
  {
    usage: "user claims set <id|email> <json>",
    about: "Replace a user's custom claims with a JSON object; {} clears them",
    flags: userFlags,
    json: "UpdateUserResponse",
    examples: [`svc user claims set ada@example.com '{"role":"admin"}' --project acme`],
    load: () => import("./user-claims-set.ts"),
  },
  {
    usage: "user sessions revoke <id|email>",
    about: "Sign a user out on all devices",
    flags: [yesFlag, ...userFlags],
    json: "RevokeUserSessionsResponse",
    examples: ["svc user sessions revoke ada@example.com --project acme"],
    load: () => import("./user-sessions-revoke.ts"),
  },
];
