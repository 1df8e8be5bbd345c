import type { CommandSpec } from "../command.ts";
import { remoteFlags, yesFlag } from "../flags.ts";
import { pageFlags } from "./pages.ts";

export const instanceGroups: Readonly<Record<string, string>> = {
  instance: "Manage server-wide settings and administrators",
  "instance smtp": "Manage the SMTP settings of the server",
  "instance backup": "Show and start the backups that the server writes",
  "instance mail": "Show, retry and cancel the emails of the server",
};

export const instanceRows: readonly CommandSpec[] = [
  {
    usage: "instance get",
    about: "Show the base URL, version and active email settings",
    flags: remoteFlags,
    json: "GetInstanceResponse",
    examples: ["svc instance get"],
    load: () => import("./instance-get.ts"),
  },
  {
    usage: "instance smtp set",
    about: "Save SMTP settings in the database; they override the configuration",
    flags: [
      { name: "host", value: "host", about: "SMTP host", isRequired: true },
      { name: "port", value: "port", about: "SMTP port", isWholeNumber: true, fallback: 587 },
      {
        name: "from",
        value: "address",
        about: "sender, like 'Example <no-reply@example.com>'",
        isRequired: true,
      },
      {
        name: "username",
        value: "name",
        about: "SMTP user name; if omitted, the stored one is kept while the host stays the same",
      },
      {
        name: "password",
        value: "password",
        about:
          "SMTP password; - reads it from standard input; empty keeps the stored one while the host stays the same",
      },
      {
        name: "allow-sender",
        value: "address|@domain",
        about:
          "sender that projects may set; give it once for each, as they replace the list; 'none' allows only --from; if omitted, the list stays",
        isRepeatable: true,
      },
      ...remoteFlags,
    ],
    json: "SetSmtpResponse",
    examples: [
      "svc instance smtp set --host smtp.example.com --from no-reply@example.com --username svc --password - < password.txt",
      "svc instance smtp set --host smtp.example.com --from no-reply@example.com --allow-sender @example.com",
    ],
    load: () => import("./instance-smtp-set.ts"),
  },
  {
    usage: "instance smtp clear",
    about: "Remove the stored SMTP settings; the configuration applies again, or email is printed to the log",
    flags: [yesFlag, ...remoteFlags],
    json: "ClearSmtpResponse",
    examples: ["svc instance smtp clear", "svc instance smtp clear --yes"],
    load: () => import("./instance-smtp-clear.ts"),
  },
  {
    usage: "instance smtp test",
    about: "Send a test email with the active settings and show the mail server's reply",
    flags: [{ name: "to", value: "address", about: "where to send it", isRequired: true }, ...remoteFlags],
    json: "SendTestEmailResponse",
    examples: ["svc instance smtp test --to you@example.com"],
    load: () => import("./instance-smtp-test.ts"),
  },
  {
    usage: "instance mail list",
    about:
      "List queued and permanently failed emails, newest first, or those sent in the last 7 days, or cancelled or suppressed in the last 30",
    flags: [
      {
        name: "state",
        value: "state",
        about: "only emails in this state: waiting, failed, sent, cancelled or suppressed",
        choices: ["waiting", "failed", "sent", "cancelled", "suppressed"],
      },
      { name: "project", value: "slug", about: "only emails of this project" },
      { name: "to", value: "address", about: "only emails to this address" },
      ...pageFlags("mails"),
      ...remoteFlags,
    ],
    json: "ListOutgoingMailsResponse",
    examples: [
      "svc instance mail list",
      "svc instance mail list --state failed --json",
      "svc instance mail list --project acme --to ada@example.com --state suppressed",
    ],
    load: () => import("./instance-mail-list.ts"),
  },
  {
    usage: "instance mail status",
    about:
      "Show whether the mail server accepts emails, and how many wait, were sent, failed and were suppressed",
    flags: remoteFlags,
    json: "GetMailSummaryResponse",
    examples: ["svc instance mail status"],
    load: () => import("./instance-mail-status.ts"),
  },
  {
    usage: "instance mail retry [id...]",
    about:
      "Try waiting emails again now, for example after the mail server was fixed, or the named ones, also if they failed for good, were cancelled or were suppressed",
    flags: remoteFlags,
    json: "RetryOutgoingMailsResponse",
    examples: ["svc instance mail retry", "svc instance mail retry 0199c0de-1234-7abc-8def-0123456789ab"],
    load: () => import("./instance-mail-retry.ts"),
  },
  {
    usage: "instance mail cancel <id...>",
    about: "Cancel emails that wait; an email that is being sent at that moment is not cancelled",
    flags: [yesFlag, ...remoteFlags],
    json: "CancelOutgoingMailsResponse",
    examples: ["svc instance mail cancel 0199c0de-1234-7abc-8def-0123456789ab"],
    load: () => import("./instance-mail-cancel.ts"),
  },
  {
    usage: "instance backup list",
    about:
      "List the backups in the server's backup directory, newest first, and show when the next one is due",
    flags: remoteFlags,
    json: "ListBackupsResponse",
    examples: ["svc instance backup list"],
    load: () => import("./instance-backup-list.ts"),
  },
  {
    usage: "instance backup now",
    about: "Start a backup in the server's backup directory; svc backup writes one on the server's machine",
    flags: remoteFlags,
    json: "StartBackupResponse",
    examples: ["svc instance backup now"],
    load: () => import("./instance-backup-now.ts"),
  },
];
