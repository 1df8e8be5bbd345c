import { asWritten, type Chapter, extended } from "./statement.ts";

const remote = "cli/test/cli-remote.test.ts";
const set = "smtp set stores a relay, test uses it, clear drops it";
const settings = "server/src/domain/instance/smtp-settings.test.ts";

export const cliInstance: Chapter = {
  title: "instance",
  statements: [
    asWritten(
      "C47",
      "`instance get` shows base URL, version and the SMTP settings in effect.",
      { [remote]: "get shows base URL, version and mail settings" },
      { covers: ["instance get"] },
    ),
    asWritten(
      "C48",
      "`instance smtp set` stores a relay: `--from` and `--host` are required, `--username` is not.",
      {
        [remote]: [
          set,
          "smtp set takes the password from standard input for -, and keeps the stored one without",
        ],
        "cli/test/cli-remote-table.test.ts": "svc %s has the specification's flags: %s » instance smtp set",
      },
      { covers: ["instance smtp set --from --host --username"] },
    ),
    asWritten(
      "C49",
      "`instance smtp set --port` is 587 by default.",
      { [remote]: set, "server/src/rpc/admin/instance-service.test.ts": "port 0 is 587" },
      { covers: ["instance smtp set --port"] },
    ),
    extended(
      "C50",
      "`instance smtp set --password`: empty keeps the stored one; with another host it is asked for.",
      "0039-spec-coverage-and-extensions.md",
      {
        [settings]: "an empty password keeps the stored one, but not for another host",
        [remote]: [
          "smtp set takes the password from standard input for -, and keeps the stored one without",
          "smtp set keeps the stored password while other fields change, and never sends it to another host",
        ],
      },
      { covers: ["instance smtp set --password"] },
    ),
    asWritten(
      "C51",
      "`instance smtp clear` drops the stored relay; then the configuration counts, then the console.",
      { [settings]: "the database goes before the configuration, that before the console", [remote]: set },
      { covers: ["instance smtp clear --yes"] },
    ),
    asWritten(
      "C52",
      "`instance smtp test --to` sends an email through the relay in effect.",
      { [remote]: set },
      { covers: ["instance smtp test --to"] },
    ),
  ],
};
