import { everyCommandWith } from "./spec-commands.ts";
import { asWritten, type Chapter, extended } from "./statement.ts";

const config = "server/src/config/load-config.test.ts";
const login = "cli/test/cli-remote-login.test.ts";
const remoteTable = "cli/test/cli-remote-table.test.ts";
const admin = "cli/test/cli-admin.test.ts";
const defaults = "without anything the defaults of the specification hold";
const sharedFlags = "every local command has the specification's shared flags";

export const cliShared: Chapter = {
  title: "The program and its shared flags",
  statements: [
    asWritten("C1", "One program runs the server and is its client.", {
      "server/test/binary.slow.test.ts":
        "is server, operator's tool and remote client in one, on both protocols",
    }),
    asWritten("C2", "The command line can do what the console can.", {
      "cli/test/cli-covers-admin-surface.test.ts":
        "every method has a command that calls it, or a stated reason",
    }),
    asWritten("C3", "Local commands act on the data directory and need no token.", {
      [admin]: "create prints the token exactly once, and stores only its hash",
      "cli/test/cli-serve.slow.test.ts":
        "admin commands work beside a running server, and print the JSON that the remote ones print",
    }),
    asWritten(
      "C4",
      "Remote commands use a saved context: the server's address and a personal access token.",
      {
        [login]: [
          "validates, saves for the owner alone, makes it current, and never prints the token",
          "none: not logged in",
        ],
      },
    ),
    asWritten(
      "C5",
      "`--addr`, default `:8080`: where the server listens.",
      {
        [config]: [
          defaults,
          "flags win over the environment, the environment over the file, the file over the defaults",
        ],
        "cli/test/cli.test.ts": sharedFlags,
      },
      { covers: everyCommandWith("--addr") },
    ),
    asWritten(
      "C6",
      "`--base-url`, default `http://localhost:8080`: where the world reaches the server.",
      {
        [config]: [defaults, "another port leaves the default base URL alone"],
        "cli/test/cli.test.ts": sharedFlags,
      },
      { covers: everyCommandWith("--base-url") },
    ),
    asWritten(
      "C7",
      "`--config`: the default TOML file is read if it is there.",
      {
        [config]: [
          "flags win over the environment, the environment over the file, the file over the defaults",
          "can be named by flag or variable, relative to the working directory",
          "that was named must be there",
        ],
        "cli/test/cli.test.ts": sharedFlags,
      },
      { covers: everyCommandWith("--config") },
    ),
    asWritten(
      "C8",
      "`--data-dir`, default `./data`: holds database, keys and uploads.",
      {
        [config]: defaults,
        "server/test/start-up-directory.test.ts":
          "holds the database, the key and a place for uploads, for its owner only",
        "cli/test/cli.test.ts": sharedFlags,
      },
      { covers: everyCommandWith("--data-dir") },
    ),
    extended(
      "C9",
      "`--context` names a context; without it `SVC_CONTEXT`, then the current one.",
      "0039-spec-coverage-and-extensions.md",
      {
        [login]: "--context wins over SVC_CONTEXT, over SVC_URL with SVC_TOKEN, over the current one",
        "cli/test/cli-remote.test.ts": "keep several servers apart",
      },
      { covers: everyCommandWith("--context") },
    ),
    asWritten(
      "C10",
      "`--json` of a remote command prints one machine-readable object.",
      {
        "cli/test/cli-remote.test.ts": "every command of these groups was run with --json",
        "cli/test/cli-remote-users.test.ts": "every command of these groups was run with --json",
        [remoteTable]:
          "every command that talks to a server fails with one object on stderr and nothing on stdout",
        "cli/test/cli-init.slow.test.ts": "--json asks the same and then prints one object",
        "cli/test/cli-serve.slow.test.ts":
          "admin commands work beside a running server, and print the JSON that the remote ones print",
      },
      { covers: everyCommandWith("--json", /^(?!admin|login)/) },
    ),
    asWritten(
      "C11",
      "`--project` of a `user` command is required, a slug or an id.",
      {
        [remoteTable]: "svc %s has the specification's flags: %s » user list",
        "server/src/rpc/server/user-service.test.ts":
          "an administrator manages the users of any project, by slug or id, and every action is in the audit log",
        "cli/test/cli-remote-users.test.ts": "svc %j is not found",
      },
      { covers: everyCommandWith("--project", /^user /) },
    ),
    asWritten("C12", "A token is printed exactly once, when it is created.", {
      [admin]: "create prints the token exactly once, and stores only its hash",
      "cli/test/cli-remote-users.test.ts": "create prints it once, list does not, revoke ends it",
    }),
    asWritten("C13", "What destroys asks first; `--yes` does it without asking.", {
      [remoteTable]:
        "a command that needs a confirmation fails without a terminal, before any call, and names --yes",
      "cli/test/cli-remote-terminal.slow.test.ts": ["project delete", "--yes asks nothing"],
    }),
  ],
};
