import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commands } from "../src/commands.ts";
import { Cli } from "./cli-runner.ts";

let cli: Cli;
beforeAll(async () => {
  cli = new Cli();
  for (const shell of ["bash", "zsh", "fish", "powershell"]) {
    const { code, stdout, stderr } = await cli.run(["completion", shell]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    writeFileSync(cli.path(`script.${shell}`), stdout);
  }
});
afterAll(() => cli.close());

/** What bash offers for the last of the words, without any package but bash itself. */
function bashOffers(...words: string[]): string[] {
  const program = `set -u; source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _svc_complete; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = spawnSync(
    "bash",
    ["--norc", "--noprofile", "-c", program, "bash", cli.path("script.bash"), ...words],
    { encoding: "utf8", cwd: cli.cwd },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout.split("\n").filter((line) => line !== "");
}

describe("in bash", () => {
  test("commands and groups complete at every depth", () => {
    expect(bashOffers("svc", "")).toEqual([...new Set(commands.map(({ usage }) => usage.split(" ")[0]))]);
    expect(bashOffers("svc", "adm")).toEqual(["admin"]);
    expect(bashOffers("svc", "admin", "")).toEqual(["create", "reset-factors", "token"]);
    expect(bashOffers("svc", "admin", "token", "")).toEqual(["create", "list", "revoke"]);
    expect(bashOffers("svc", "completion", "")).toEqual(["bash", "zsh", "fish", "powershell"]);
    expect(bashOffers("svc", "project", "keys", "re")).toEqual(["reset-signing", "regenerate-secret"]);
    expect(bashOffers("svc", "nonsense", "adm")).toEqual(["admin"]);
  });

  test("flags complete, also when a command takes nothing else", () => {
    expect(bashOffers("svc", "admin", "create", "--e")).toEqual(["--email"]);
    expect(bashOffers("svc", "serve", "")).toContain("--trusted-proxies");
    expect(bashOffers("svc", "--v")).toEqual(["--version"]);
  });

  test("the value of a flag is not taken for a command", () => {
    expect(bashOffers("svc", "admin", "token", "create", "--name", "list", "--ex")).toEqual([
      "--expires-in-days",
    ]);
    expect(bashOffers("svc", "admin", "token", "create", "--name", "=", "list", "--ex")).toEqual([
      "--expires-in-days",
    ]);
    expect(bashOffers("svc", "admin", "token", "create", "--name", "l")).toEqual([]);
  });

  test("choices, files and directories complete as values", () => {
    mkdirSync(cli.path("some where"));
    writeFileSync(cli.path("some.toml"), "");
    expect(bashOffers("svc", "serve", "--log-format", "")).toEqual(["text", "json"]);
    expect(bashOffers("svc", "serve", "--log-format", "=", "j")).toEqual(["json"]);
    expect(bashOffers("svc", "serve", "--log-format", "=")).toEqual(["text", "json"]);
    expect(bashOffers("svc", "serve", "--config", "some").toSorted()).toEqual(["some where", "some.toml"]);
    expect(bashOffers("svc", "serve", "--data-dir", "some")).toEqual(["some where"]);
  });

  test("loading it twice is quiet, and it registers for svc", () => {
    const program = 'set -eu; source "$1"; source "$1"; complete -p svc';
    const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", program, "bash", cli.path("script.bash")], {
      encoding: "utf8",
    });
    expect({ stdout, stderr }).toEqual({ stdout: "complete -F _svc_complete svc\n", stderr: "" });
  });
});

const has = (shell: string) => spawnSync(shell, ["--version"]).status === 0;

test.skipIf(!has("zsh"))("zsh reads its script", () => {
  const { status, stderr } = spawnSync("zsh", ["-n", cli.path("script.zsh")], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

describe.skipIf(!has("fish"))("in fish", () => {
  test.each([
    ["svc admin token ", ["create", "list", "revoke"]],
    ["svc serve --log-format ", ["json", "text"]],
    ["svc admin create --em", ["--email"]],
    ["svc admin token create --name list --ex", ["--expires-in-days"]],
  ])("%s completes", (line, expected) => {
    const program = `source ${cli.path("script.fish")}; complete -C ${JSON.stringify(line)}`;
    const { stdout } = spawnSync("fish", ["--no-config", "-c", program], { encoding: "utf8" });
    expect(
      stdout
        .split("\n")
        .map((offer) => offer.split("\t")[0])
        .filter(Boolean)
        .toSorted(),
    ).toEqual(expected);
  });
});

test("the PowerShell script names every command", async () => {
  const { stdout } = await cli.run(["completion", "powershell"]);
  expect(stdout).toContain("Register-ArgumentCompleter -Native -CommandName svc");
  expect(stdout).toContain("' admin token' = @{ words = @('create', 'list', 'revoke');");
});
