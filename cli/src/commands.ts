import type { CommandSpec } from "./command.ts";
import { emailFlag, jsonFlag, localFlags, serveFlags, tokenLimitFlags } from "./flags.ts";
import { backupRows } from "./local/backup-rows.ts";
import { migrateRows } from "./local/migrate-rows.ts";
import { adminGroups, adminRows } from "./remote/admin-rows.ts";
import { billingGroups, billingRows } from "./remote/billing-rows.ts";
import { contextGroups, contextRows } from "./remote/context-rows.ts";
import { dkimGroups, dkimRows } from "./remote/dkim-rows.ts";
import { eventRows } from "./remote/event-rows.ts";
import { instanceGroups, instanceRows } from "./remote/instance-rows.ts";
import { projectGroups, projectRows } from "./remote/project-rows.ts";
import { pushGroups, pushRows } from "./remote/push-rows.ts";
import { sessionGroups, sessionRows } from "./remote/session-rows.ts";
import { statsGroups, statsRows } from "./remote/stats-rows.ts";
import { themeGroups, themeRows } from "./remote/theme-rows.ts";
import { tokenGroups, tokenRows } from "./remote/token-rows.ts";
import { toolGroups, toolRows } from "./remote/tool-rows.ts";
import { transferRows } from "./remote/transfer-rows.ts";
import { userAccessGroups, userAccessRows } from "./remote/user-access-rows.ts";
import { userJobGroups, userJobRows } from "./remote/user-job-rows.ts";
import { userGroups, userRows } from "./remote/user-rows.ts";
import { wordingGroups, wordingRows } from "./remote/wording-rows.ts";
import { setupGroups, setupRows } from "./setup/setup-rows.ts";

export const shells = ["bash", "zsh", "fish", "powershell"] as const;

/** What a group of commands is about; every group of the table below has a line here. */
export const groups: Readonly<Record<string, string>> = {
  admin: "Manage administrators directly in the data directory",
  "admin token": "Manage personal access tokens of an administrator",
  ...contextGroups,
  ...instanceGroups,
  ...dkimGroups,
  ...adminGroups,
  ...projectGroups,
  ...themeGroups,
  ...wordingGroups,
  ...userGroups,
  ...userJobGroups,
  ...userAccessGroups,
  ...billingGroups,
  ...pushGroups,
  ...tokenGroups,
  ...sessionGroups,
  ...statsGroups,
  ...setupGroups,
  ...toolGroups,
};

/** Every command. To add one: a row here, or in the rows of its group, and the file it loads; then run the command in docs/cli.md's first line. */
export const commands: readonly CommandSpec[] = [
  {
    usage: "serve",
    about: "Start the server",
    flags: [...serveFlags, ...localFlags],
    examples: [
      "svc serve",
      "svc serve --addr :9000 --base-url https://auth.example.com --data-dir /var/lib/svc",
    ],
    load: () => import("./local/serve.ts"),
  },
  {
    usage: "admin create",
    about: "Create an administrator, or set a new password for an existing one",
    flags: [
      emailFlag,
      {
        name: "password",
        value: "password",
        about: "at least 8 characters; - reads it from standard input; generated and printed by default",
      },
      { name: "revoke-tokens", about: "also revoke every personal access token of the administrator" },
      jsonFlag,
      ...localFlags,
    ],
    examples: [
      "svc admin create --email ada@example.com",
      "svc admin create --email ada@example.com --password - < password.txt",
      "svc admin create --email ada@example.com --revoke-tokens",
    ],
    load: () => import("./local/admin-create.ts"),
  },
  {
    usage: "admin reset-factors <email>",
    about:
      "Remove the passkeys and the authenticator app of an administrator and end their sessions; the password stays",
    flags: [jsonFlag, ...localFlags],
    json: '{"id", "email", "removedPasskeys", "removedTotp"}',
    examples: ["svc admin reset-factors ada@example.com"],
    load: () => import("./local/admin-reset-factors.ts"),
  },
  {
    usage: "admin token create",
    about: "Create a personal access token and print it once",
    flags: [
      emailFlag,
      { name: "name", value: "label", about: "name of the token", fallback: "cli" },
      {
        name: "expires-in-days",
        value: "days",
        about: "days until the token expires; 0 means never",
        isWholeNumber: true,
        fallback: 0,
      },
      ...tokenLimitFlags,
      jsonFlag,
      ...localFlags,
    ],
    json: "CreatePersonalAccessTokenResponse",
    examples: [
      "svc admin token create --email ada@example.com",
      "svc admin token create --email ada@example.com --name ci --expires-in-days 90 --json",
    ],
    load: () => import("./local/admin-token-create.ts"),
  },
  {
    usage: "admin token list",
    about: "List an administrator's personal access tokens, newest first",
    flags: [emailFlag, jsonFlag, ...localFlags],
    json: "ListPersonalAccessTokensResponse",
    examples: ["svc admin token list --email ada@example.com"],
    load: () => import("./local/admin-token-list.ts"),
  },
  {
    usage: "admin token revoke",
    about: "Revoke a personal access token immediately",
    flags: [
      emailFlag,
      { name: "id", value: "id", about: "token ID from `svc admin token list`", isRequired: true },
      jsonFlag,
      ...localFlags,
    ],
    json: '{"id", "revoked", "tokens"}',
    examples: ["svc admin token revoke --email ada@example.com --id 0199c0de-1234-7abc-8def-0123456789ab"],
    load: () => import("./local/admin-token-revoke.ts"),
  },
  ...backupRows,
  ...migrateRows,
  ...contextRows,
  ...instanceRows,
  ...dkimRows,
  ...adminRows,
  ...projectRows,
  ...themeRows,
  ...wordingRows,
  ...eventRows,
  ...transferRows,
  ...userRows,
  ...userJobRows,
  ...userAccessRows,
  ...billingRows,
  ...pushRows,
  ...tokenRows,
  ...sessionRows,
  ...statsRows,
  ...setupRows,
  ...toolRows,
  {
    usage: "completion <shell>",
    about: "Print a shell completion script",
    flags: [],
    argumentChoices: { "<shell>": shells },
    examples: [
      'eval "$(svc completion bash)"',
      'eval "$(svc completion zsh)"',
      "svc completion fish > ~/.config/fish/completions/svc.fish",
      "svc completion powershell | Out-String | Invoke-Expression",
    ],
    load: () => import("./completion.ts"),
  },
  {
    usage: "version",
    about: "Print the version",
    flags: [jsonFlag],
    examples: ["svc version", "svc version --json"],
    load: () => import("./version.ts"),
  },
];
