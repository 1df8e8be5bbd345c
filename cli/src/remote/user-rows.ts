import type { CommandSpec } from "../command.ts";
import { type Flag, projectFlag, remoteFlags, yesFlag } from "../flags.ts";
import { orderWords, providerWords } from "./enum-words.ts";
import { pageFlags } from "./pages.ts";

export const userGroups: Readonly<Record<string, string>> = {
  user: "Users of a project",
  "user claims": "Custom claims of a user",
};

const userFlags: readonly Flag[] = [projectFlag, ...remoteFlags];
const displayName: Flag = { name: "display-name", value: "name", about: "name to show" };

export const userRows: readonly CommandSpec[] = [
  {
    usage: "user list",
    about: "List the users of a project, newest first, or those that match every filter, a page at a time",
    flags: [
      { name: "query", value: "text", about: "only users whose e-mail address or name holds this" },
      { name: "verified", about: "only users with a verified e-mail address" },
      { name: "unverified", about: "only users without one" },
      { name: "disabled", about: "only disabled users" },
      { name: "enabled", about: "only users who are not disabled" },
      { name: "guests", about: "only guests" },
      { name: "permanent", about: "only users who are no guests" },
      { name: "with-password", about: "only users with a password" },
      { name: "without-password", about: "only users without a password" },
      {
        name: "provider",
        value: "provider",
        about: "only users with an account of google or apple",
        choices: Object.keys(providerWords),
      },
      {
        name: "order",
        value: "order",
        about: "newest, oldest, email or last-sign-in",
        shownDefault: "newest",
        choices: Object.keys(orderWords),
      },
      ...pageFlags("users"),
      ...userFlags,
    ],
    json: "ListUsersResponse",
    examples: [
      "svc user list --project acme",
      "svc user list --project acme --query ada --json",
      "svc user list --project acme --unverified --provider google --order last-sign-in",
    ],
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
    usage: "user set <id|email>",
    about: "Change a user; what is not given stays as it is",
    flags: [
      { name: "email", value: "address", about: "new e-mail address; unverified unless --verified is given" },
      { name: "display-name", value: "name", about: "new name to show; '' removes it" },
      { name: "avatar-url", value: "url", about: "new address of a picture, https; '' removes it" },
      { name: "verified", about: "count the e-mail address as verified" },
      { name: "unverified", about: "count the e-mail address as not verified" },
      {
        name: "password",
        value: "password",
        about: "new password, which ends every session; - reads it from standard input",
      },
      ...userFlags,
    ],
    json: "UpdateUserResponse",
    examples: [
      "svc user set ada@example.com --project acme --display-name 'Ada Lovelace' --verified",
      "svc user set ada@example.com --project acme --password - < password.txt",
    ],
    load: () => import("./user-set.ts"),
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
];
