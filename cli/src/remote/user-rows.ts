import type { CommandSpec } from "../command.ts";
import { etagFlag, type Flag, projectFlag, remoteFlags, yesFlag } from "../flags.ts";
import { orderWords } from "./enum-words.ts";
import { pageFlags } from "./pages.ts";
import { userFilterFlags } from "./user-filter-flags.ts";

export const userGroups: Readonly<Record<string, string>> = {
  user: "Manage the users of a project",
  "user claims": "Manage custom claims of a user",
};

const userFlags: readonly Flag[] = [projectFlag, ...remoteFlags];
const displayName: Flag = { name: "display-name", value: "name", about: "display name" };
const locale: Flag = { name: "locale", value: "tag", about: "language of emails to the user, such as de-AT" };

export const userRows: readonly CommandSpec[] = [
  {
    usage: "user list",
    about: "List the users of a project, newest first; all filters must match",
    flags: [
      ...userFilterFlags,
      {
        name: "order",
        value: "order",
        about: "newest, oldest, email, email-descending, last-sign-in or last-sign-in-oldest",
        shownDefault: "newest",
        choices: Object.keys(orderWords),
      },
      {
        name: "csv",
        about:
          "print every user that matches as CSV, all pages; an export, which is recorded; not with --json",
      },
      ...pageFlags("users"),
      ...userFlags,
    ],
    json: "ListUsersResponse",
    examples: [
      "svc user list --project acme",
      "svc user list --project acme --query ada --json",
      "svc user list --project acme --unverified --provider google --order last-sign-in",
      "svc user list --project acme --csv > users.csv",
    ],
    load: () => import("./user-list.ts"),
  },
  {
    usage: "user get <id|email>",
    about: "Show a user with their identities and active sessions",
    flags: userFlags,
    json: "GetUserResponse",
    examples: ["svc user get ada@example.com --project acme"],
    load: () => import("./user-get.ts"),
  },
  {
    usage: "user create <email>",
    about: "Create a user, with a password or an emailed invitation",
    flags: [
      {
        name: "password",
        value: "password",
        about: "the user's password; - reads it from standard input; not with --invite",
      },
      { name: "invite", about: "email the user a link to set a password" },
      displayName,
      locale,
      { name: "verified", about: "mark the email address as verified" },
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
    about: "Create a user and email them a link to set a password",
    flags: [displayName, locale, ...userFlags],
    json: "CreateUserResponse",
    examples: ["svc user invite ada@example.com --project acme"],
    load: () => import("./user-invite.ts"),
  },
  {
    usage: "user set <id|email>",
    about: "Change a user; omitted fields stay unchanged",
    flags: [
      { name: "email", value: "address", about: "new email address; unverified unless --verified is given" },
      { name: "display-name", value: "name", about: "new display name; '' removes it" },
      { name: "avatar-url", value: "url", about: "new HTTPS URL of a picture; '' removes it" },
      {
        name: "locale",
        value: "tag",
        about: "new language of emails to the user, such as de-AT; '' forgets it",
      },
      { name: "verified", about: "mark the email address as verified" },
      { name: "unverified", about: "mark the email address as not verified" },
      {
        name: "password",
        value: "password",
        about: "new password; ends all sessions; - reads it from standard input",
      },
      etagFlag,
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
    about: "Permanently delete a user with their identities and sessions",
    flags: [yesFlag, ...userFlags],
    json: '{"userId", "deleted"}',
    examples: ["svc user delete ada@example.com --project acme"],
    load: () => import("./user-delete.ts"),
  },
  {
    usage: "user export <id|email>",
    about:
      "Export everything that is stored about a user, or a guest, as one JSON document without secrets, to standard output or to a new file with --out. The export is recorded in the audit log",
    flags: [
      {
        name: "out",
        value: "file",
        about: "file to write, readable only by you; it must not exist yet; defaults to standard output",
        completes: "file",
      },
      ...userFlags,
    ],
    json: "the document",
    examples: ["svc user export ada@example.com --project acme --out ada.json"],
    load: () => import("./user-export.ts"),
  },
  {
    usage: "user disable <id|email>",
    about: "Disable a user and revoke their sessions",
    flags: userFlags,
    json: "DisableUserResponse",
    examples: ["svc user disable ada@example.com --project acme"],
    load: () => import("./user-disable.ts"),
  },
  {
    usage: "user enable <id|email>",
    about: "Enable a disabled user",
    flags: userFlags,
    json: "EnableUserResponse",
    examples: ["svc user enable ada@example.com --project acme"],
    load: () => import("./user-enable.ts"),
  },
  {
    usage: "user keep <id|email>",
    about: "Keep the account of a user who asked for its deletion",
    flags: userFlags,
    json: "CancelUserDeletionResponse",
    examples: ["svc user keep ada@example.com --project acme"],
    load: () => import("./user-keep.ts"),
  },
  {
    usage: "user claims set <id|email> <json>",
    about: "Replace a user's custom claims with a JSON object; {} clears them",
    flags: [etagFlag, ...userFlags],
    json: "UpdateUserResponse",
    examples: [`svc user claims set ada@example.com '{"role":"admin"}' --project acme`],
    load: () => import("./user-claims-set.ts"),
  },
];
