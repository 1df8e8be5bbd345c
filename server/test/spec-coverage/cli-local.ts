import { asWritten, type Chapter, outsideWorld } from "./statement.ts";

const config = "server/src/config/load-config.test.ts";
const backup = "server/test/backup.slow.test.ts";
const restore = "server/src/domain/backups/restore-backup.test.ts";
const schedule = "server/src/domain/backups/back-up-on-schedule.test.ts";
const admin = "cli/test/cli-admin.test.ts";
const https = "server/src/config/https.test.ts";

export const cliLocal: Chapter = {
  title: "Server and local commands",
  statements: [
    asWritten(
      "C14",
      "`serve` starts the server.",
      {
        "cli/test/cli-serve.slow.test.ts":
          "says where it listens, where its data is and what to type next, and nothing on stdout",
        "server/test/start-up.slow.test.ts": "answers, stops, and starts again on the same data",
      },
      { covers: ["serve"] },
    ),
    asWritten(
      "C15",
      "`--acme-domain`, host names with commas: HTTPS on :443, http-01 on :80, a certificate by ACME.",
      {
        [https]: "listens on 443 and 80 and asks Let's Encrypt, unless told otherwise",
        "server/test/https-acme.slow.test.ts":
          "gets a certificate, renews it while it runs, and has it after a restart",
      },
      { covers: ["serve --acme-domain"] },
    ),
    outsideWorld(
      "C16",
      "A public authority issues the certificate.",
      "It needs a name in the public DNS that leads to the machine.",
      {
        "server/test/https-acme.slow.test.ts":
          "gets a certificate, renews it while it runs, and has it after a restart",
      },
    ),
    asWritten(
      "C17",
      "`--backup-dir`: `serve` writes backups there; empty writes none.",
      {
        [backup]: "serve writes backups on its own, tells when, and they can be restored",
        [schedule]: "the server has the job when it has a schedule, and not otherwise",
      },
      { covers: ["serve --backup-dir"] },
    ),
    asWritten(
      "C18",
      "`--backup-interval`, default 24h.",
      {
        [config]: [
          "without anything the defaults of the specification hold",
          "backup_dir and backup_interval may stand in the file, and a flag wins over them",
        ],
        [schedule]:
          "the first is written at once, the next after the interval and a little, also after a restart",
      },
      { covers: ["serve --backup-interval"] },
    ),
    asWritten(
      "C19",
      "`--log-format`: `text` by default, or `json`.",
      {
        "cli/test/cli-serve.slow.test.ts": "with --log-format json every line is an object",
        [config]: "without anything the defaults of the specification hold",
      },
      { covers: ["serve --log-format"] },
    ),
    asWritten(
      "C20",
      "`--reflection` enables gRPC reflection in release builds.",
      {
        "server/test/protocols/reflection.test.ts": [
          "$typeName lists every service",
          "without the option $typeName is UNIMPLEMENTED",
        ],
        "server/src/config/load-config.test.ts":
          "reflection is offered from a checkout, and by a release build when asked for",
      },
      { covers: ["serve --reflection"] },
    ),
    asWritten(
      "C21",
      "`--trusted-proxies`: addresses and ranges, with commas, whose `X-Forwarded-For` counts.",
      {
        "server/src/config/parsers.test.ts":
          "takes commas, spaces and arrays, IPv4 and IPv6, addresses and ranges",
        "server/test/proxies.slow.test.ts":
          "limits count the caller's own address, whatever the caller says it is",
        "server/test/rate-limits.test.ts":
          "behind a trusted proxy each client counts alone, and an IPv6 network as one client",
      },
      { covers: ["serve --trusted-proxies"] },
    ),
    asWritten(
      "C22",
      "`version` prints the version.",
      { "cli/test/cli.test.ts": "svc %s prints it, and on what it runs" },
      { covers: ["version"] },
    ),
    asWritten(
      "C23",
      "`admin create` creates an administrator for `--email`, or sets a new password if there is one.",
      {
        [admin]: [
          "makes a fresh data directory, and prints a generated password, once, as the only data",
          "sets a new password if the address has an administrator, says so, and ends their sessions",
        ],
      },
      { covers: ["admin create --email"] },
    ),
    asWritten(
      "C24",
      "`admin create --password`: without it one is generated and printed.",
      {
        [admin]: [
          "makes a fresh data directory, and prints a generated password, once, as the only data",
          "prints nothing when the password was given",
        ],
      },
      { covers: ["admin create --password"] },
    ),
    asWritten(
      "C25",
      "`admin token create` prints a personal access token once; `--name` is `cli`, `--expires-in-days` 0 is never.",
      {
        [admin]: [
          "create prints the token exactly once, and stores only its hash",
          "create takes a name and an age, 0 days being forever",
        ],
      },
      { covers: ["admin token create --email --expires-in-days --json --name"] },
    ),
    asWritten(
      "C26",
      "`admin token list` lists an administrator's tokens, newest first.",
      { [admin]: "list shows the newest first, as lines with tabs or as one object, and never a token" },
      { covers: ["admin token list --email --json"] },
    ),
    asWritten(
      "C27",
      "`admin token revoke` revokes the token with `--id`.",
      {
        [admin]: "revoke ends a token once; an unknown, foreign or revoked one is not found, exit code 3",
      },
      { covers: ["admin token revoke --email --id --json"] },
    ),
    asWritten(
      "C28",
      "`backup` writes one gzipped tar: a consistent snapshot of the database, uploads and keys, also of a live server.",
      {
        [backup]: [
          "under load has every write that was acknowledged before, nothing by half, and serves elsewhere",
          "refuses a data directory that is missing or empty, and makes nothing",
        ],
        [restore]: "brings every row back, whatever is in it, and the files beside",
        "server/src/archive/archive.test.ts": "any tar program can read it",
      },
      { covers: ["backup"] },
    ),
    asWritten(
      "C29",
      "`backup --to`, default `svc-backup-<timestamp>.tar.gz` in the working directory.",
      {
        [backup]: [
          "names the file after the moment, in the working directory, and says that it holds the key",
          "restore says what it revives, and --json prints one object",
        ],
      },
      { covers: ["backup --to"] },
    ),
    asWritten("C30", "`backup_dir` and `backup_interval` in the configuration make `serve` write backups.", {
      [config]: "backup_dir and backup_interval may stand in the file, and a flag wins over them",
      [backup]: "serve writes backups on its own, tells when, and they can be restored",
    }),
    asWritten(
      "C31",
      "`restore <archive>` puts database, uploads and keys into the data directory.",
      { [restore]: "brings every row back, whatever is in it, and the files beside" },
      { covers: ["restore"] },
    ),
    asWritten(
      "C32",
      "`restore` refuses a data directory that is not empty; `--force` replaces it.",
      {
        [restore]: "refuses what is not empty, and replaces it with force, keeping the old data aside",
        [backup]: "a missing archive, something else, and a newer one",
      },
      { covers: ["restore --force"] },
    ),
    asWritten("C33", "`restore` over existing data needs the server to be stopped.", {
      [backup]: "a running server",
      [restore]: "refuses while a server runs on the directory",
    }),
  ],
};
