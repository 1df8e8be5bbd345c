import type { CommandSpec } from "../command.ts";
import { remoteFlags, yesFlag } from "../flags.ts";
import { pageFlags } from "./pages.ts";

export const instanceGroups: Readonly<Record<string, string>> = {
  instance: "The server as a whole",
  "instance smtp": "The mail relay that the server sends through",
  "instance mail": "Mails that the server has not sent",
};

export const instanceRows: readonly CommandSpec[] = [
  {
    usage: "instance get",
    about: "Show base URL, version and the mail settings in effect",
    flags: remoteFlags,
    json: "GetInstanceResponse",
    examples: ["svc instance get"],
    load: () => import("./instance-get.ts"),
  },
  {
    usage: "instance smtp set",
    about: "Store a mail relay in the database, where it wins over the configuration",
    flags: [
      { name: "host", value: "host", about: "host name of the relay", isRequired: true },
      { name: "port", value: "port", about: "port of the relay", isWholeNumber: true, fallback: 587 },
      {
        name: "from",
        value: "address",
        about: "sender, like 'Example <no-reply@example.com>'",
        isRequired: true,
      },
      {
        name: "username",
        value: "name",
        about: "user name at the relay; left out, the stored one stays as long as the host does",
      },
      {
        name: "password",
        value: "password",
        about:
          "password at the relay; - reads it from standard input; empty keeps the stored one, for the same host",
      },
      ...remoteFlags,
    ],
    json: "SetSmtpResponse",
    examples: [
      "svc instance smtp set --host smtp.example.com --from no-reply@example.com --username svc --password - < password.txt",
    ],
    load: () => import("./instance-smtp-set.ts"),
  },
  {
    usage: "instance smtp clear",
    about: "Drop the stored mail relay; the configuration's is used then, or else the console",
    flags: [yesFlag, ...remoteFlags],
    json: "ClearSmtpResponse",
    examples: ["svc instance smtp clear", "svc instance smtp clear --yes"],
    load: () => import("./instance-smtp-clear.ts"),
  },
  {
    usage: "instance smtp test",
    about: "Send a mail through the settings in effect and show what the mail server said",
    flags: [{ name: "to", value: "address", about: "where to send it", isRequired: true }, ...remoteFlags],
    json: "SendTestEmailResponse",
    examples: ["svc instance smtp test --to you@example.com"],
    load: () => import("./instance-smtp-test.ts"),
  },
  {
    usage: "instance mail list",
    about:
      "List the mails that wait to be sent and those that failed for good, newest first, a page at a time; sent mails are not listed",
    flags: [
      {
        name: "state",
        value: "state",
        about: "only mails in this state: waiting or failed",
        choices: ["waiting", "failed"],
      },
      ...pageFlags("mails"),
      ...remoteFlags,
    ],
    json: "ListOutgoingMailsResponse",
    examples: ["svc instance mail list", "svc instance mail list --state failed --json"],
    load: () => import("./instance-mail-list.ts"),
  },
];
