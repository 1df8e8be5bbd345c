import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { splitUsage } from "../src/command.ts";
import { commands } from "../src/commands.ts";
import { Cli, root } from "./cli-runner.ts";

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
    for (const { usage, examples, flags } of commands) {
      const line = `svc ${splitUsage(usage).path.join(" ")}`;
      for (const example of examples) {
        expect(example).toContain(line);
        const [own = ""] = example.slice(example.indexOf(line)).split(/ [|&<>]/);
        const unknown = [...own.matchAll(/ --([a-z][a-z0-9-]*)/g)].filter(
          ([, name]) => !flags.some((flag) => flag.name === name),
        );
        expect(unknown, example).toEqual([]);
      }
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
