import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { splitUsage } from "../src/command.ts";
import { commands } from "../src/commands.ts";
import { Cli, main, node, root, sources } from "./cli-runner.ts";

let cli: Cli;
beforeAll(() => {
  cli = new Cli();
});
afterAll(() => cli.close());

const released: string = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;

describe("version", () => {
  test.each([["version"], ["--version"], ["version", "--no-color"]])(
    "svc %s prints it, and on what it runs",
    async (...args) => {
      const { code, stdout, stderr } = await cli.run(args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout.split(" (")[0]).toBe(`svc ${released}`);
      expect(stdout).toMatch(/ \(from source, Node 26\.\S+, \w+-\w+\)\n$/);
    },
  );

  test("svc version --json prints one object", async () => {
    expect(await cli.json("version")).toEqual({
      version: released,
      commit: "",
      node: expect.stringMatching(/^26\./),
      platform: expect.stringMatching(/^\w+-\w+$/),
    });
  });

  test("svc version loads no package and nothing of the server", async () => {
    const hooks = `import { registerHooks } from "node:module"; import { writeSync } from "node:fs";
      registerHooks({ load(url, context, next) { writeSync(2, url + "\\n"); return next(url, context); } });`;
    const nodeFlags = ["--import", `data:text/javascript,${encodeURIComponent(hooks)}`];
    const { stderr } = spawnSync(node, [...nodeFlags, sources, "version"], { encoding: "utf8" });
    const loaded = stderr.split("\n").filter((url) => url.startsWith("file:"));
    const names = loaded.map((url) => url.slice(pathToFileURL(root).href.length + 1));
    expect(names.toSorted()).toEqual([
      "cli/src/environment.ts",
      "cli/src/json-text.ts",
      "cli/src/main.ts",
      "cli/src/output.ts",
      "cli/src/table.ts",
      "cli/src/version.ts",
      "server/package.json",
      "server/src/runtime/version.ts",
    ]);
  });
});

describe("help", () => {
  test.each([[[]], [["--help"]], [["-h"]], [["help"]], [["--no-color", "help"]]])(
    "svc %j shows an example first, then a line for every command and group",
    async (argv: string[]) => {
      const { code, stdout, stderr } = await cli.run(argv);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(/^Example:\n {2}svc serve\n\nUsage: svc /);
      const words = commands.map(({ usage }) => splitUsage(usage).path[0]);
      const listed = stdout.split("Commands:\n")[1]?.match(/(?<=^ {2})[a-z]+/gm);
      expect(listed).toEqual([...new Set(words), "help"]);
      expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    },
  );

  test.each(commands.map(({ usage, ...spec }) => ({ usage, spec })))(
    "svc $usage --help shows an example first, then every flag",
    async ({ usage, spec }) => {
      const { path } = splitUsage(usage);
      const { code, stdout } = await cli.run([...path, "--help"]);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^Examples?:\n/);
      expect(stdout.split("\n")[1]).toBe(`  ${spec.examples[0]}`);
      expect(stdout).toContain(`Usage: svc ${path.join(" ")} [flags]`);
      for (const { name } of spec.flags) expect(stdout).toContain(`--${name}`);
    },
  );

  test("svc admin --help shows an example first, then its commands", async () => {
    const { stdout } = await cli.run(["admin", "--help"]);
    expect(stdout).toMatch(/^Example:\n {2}svc admin create --email ada@example\.com\n\nUsage: svc admin /);
    expect(stdout).toMatch(/Commands:\n {2}create .*\n(.*\n)* {2}token /);
  });

  test("every example is a command line that the program understands", () => {
    for (const { usage, examples } of commands) {
      for (const example of examples) expect(example).toContain(`svc ${splitUsage(usage).path.join(" ")}`);
    }
  });
});

describe("a wrong command line is one line and a hint, exit code 2:", () => {
  test.each([
    [["serv"], "unknown command 'serv'", "did you mean serve?"],
    [["admin", "tokn"], "unknown command 'tokn'", "did you mean token?"],
    [["xyzzy"], "unknown command 'xyzzy'", "svc --help lists the commands"],
    [["serve", "--adr", ":1"], "unknown option '--adr'", "did you mean --addr?"],
    [["admin", "create", "--emial", "x"], "unknown option '--emial'", "did you mean --email?"],
    [["--versoin"], "unknown option '--versoin'", "did you mean --version?"],
    [["admin"], "admin needs a command", "svc admin --help lists its commands"],
    [["admin", "token"], "token needs a command", "svc admin token --help lists its commands"],
    [["admin", "create"], "--email <address> is missing", "svc admin create --email ada@example.com"],
    [["admin", "token", "revoke", "--email", "a@b.c"], "--id <id> is missing", "svc admin token revoke"],
    [["serve", "--addr"], "option '--addr <address>' argument missing", "svc serve"],
    [["serve", "now"], "too many arguments", "svc serve"],
    [["completion"], "missing required argument 'shell'", "svc completion bash"],
    [["completion", "tcsh"], "Allowed choices are bash, zsh, fish, powershell", "svc completion bash"],
    [
      ["admin", "token", "create", "--email", "a@b.c", "--expires-in-days", "-1"],
      "argument '-1' is invalid",
      "svc admin",
    ],
    [
      ["admin", "token", "create", "--email", "a@b.c", "--expires-in-days", "1.5"],
      "argument '1.5' is invalid",
      "svc admin",
    ],
  ])("svc %j", async (args, message, hint) => {
    const failed = await cli.failure(args);
    expect(failed.code).toBe(2);
    expect(failed.message).toContain(message);
    expect(failed.hint).toContain(hint);
  });
});

test("under --json a failure is one object on stderr", async () => {
  const { code, stdout, stderr } = await cli.run(["admin", "create", "--json", "--emial", "x"]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(JSON.parse(stderr)).toEqual({
    error: {
      code: "invalid_argument",
      reason: "USAGE",
      message: "unknown option '--emial'",
      hint: "did you mean --email?",
    },
  });
});

test("every command but serve and completion has --json", () => {
  const without = commands.filter(({ flags }) => !flags.some(({ name }) => name === "json"));
  expect(without.map(({ usage }) => usage)).toEqual(["serve", "completion <shell>"]);
});

test("every local command has the specification's shared flags", () => {
  const local = commands.filter(({ usage }) => /^(serve|admin|backup|restore)/.test(usage));
  for (const { usage, flags } of local) {
    const names = flags.map(({ name }) => name);
    expect(names, usage).toEqual(
      expect.arrayContaining(["addr", "base-url", "config", "data-dir", "database-url"]),
    );
  }
});

describe("a configuration mistake is one line and a hint, exit code 2, and changes nothing on disk:", () => {
  test.each([
    ["an unreadable file", ["--config", "no.toml"], {}, "there is no configuration file ./no.toml"],
    ["a malformed file", ["--config", "bad.toml"], {}, "./bad.toml:2:1: "],
    ["a wrong flag", ["--addr", "8080"], {}, '--addr "8080" is not an address'],
    ["a wrong variable", [], { SVC_BASE_URL: "x" }, 'SVC_BASE_URL "x" is not an http or https URL'],
    [
      "a wrong database URL",
      ["--database-url", "mysql://a:hunter2@b"],
      {},
      "--database-url is not a PostgreSQL URL",
    ],
  ])("%s", async (_, flags, env, message) => {
    writeFileSync(cli.path("bad.toml"), 'addr = ":1"\n= 3\n');
    for (const command of [["serve"], ["admin", "create", "--email", "ada@example.com"]]) {
      const failed = await cli.failure([...command, ...flags, "--data-dir", "untouched"], env);
      expect(failed.code).toBe(2);
      expect(failed.message).toContain(message);
      expect(failed.message).not.toContain("hunter2");
    }
    expect(spawnSync("ls", [cli.path("untouched")]).status).not.toBe(0);
  });
});

test("a reader that goes away is no failure", () => {
  const line = `"${node}" "${main}" completion bash | true; exit "\${PIPESTATUS[0]}"`;
  const { status, stderr } = spawnSync("bash", ["-c", line], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test.skipIf(!existsSync("/dev/full"))("output that cannot be written is a failure, and says why", () => {
  for (const [line, told] of [
    ["version", "svc: cannot write standard output\nhint: ENOSPC: no space left on device, write\n"],
    ["completion bash", "svc: cannot write standard output\nhint: ENOSPC: no space left on device, write\n"],
    ["version --json", /^\{"error":\{"code":"failed_precondition","reason":"NOT_POSSIBLE",.*\}\}\n$/],
  ] as const) {
    const { status, stderr } = spawnSync("sh", ["-c", `"${node}" "${main}" ${line} > /dev/full`], {
      encoding: "utf8",
    });
    expect({ line, status, stderr }).toEqual({
      line,
      status: 6,
      stderr: typeof told === "string" ? told : expect.stringMatching(told),
    });
  }
});

const hasScript = spawnSync("script", ["--version"]).status === 0;

describe.skipIf(!hasScript)("on a terminal", () => {
  function onTerminal(line: string, env: Record<string, string> = {}): string {
    const command = `"${node}" "${main}" ${line}`;
    const options = {
      env: { PATH: process.env.PATH, TERM: "xterm", ...env },
      cwd: cli.cwd,
      encoding: "utf8",
    } as const;
    return spawnSync("script", ["-qec", command, "/dev/null"], options).stdout;
  }

  test("failures are coloured", () => {
    expect(onTerminal("serv")).toContain("\u001b[31msvc:\u001b[39m unknown command");
  });

  test.each([
    ["NO_COLOR", "serv", { NO_COLOR: "1" }],
    ["TERM=dumb", "serv", { TERM: "dumb" }],
    ["--no-color", "serv --no-color", {}],
  ])("%s keeps them plain", (_, line, env) => {
    expect(onTerminal(line, env)).toMatch(/^svc: unknown command/);
  });

  test("--password - does not wait for a terminal", () => {
    expect(onTerminal("admin create --email a@b.c --password - --no-color")).toMatch(
      /^svc: --password - reads standard input/,
    );
  });
});
