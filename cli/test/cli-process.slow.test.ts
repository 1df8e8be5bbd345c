import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NODE_FLAGS } from "../src/local/memory.ts";
import { Cli, main, node, root, sources } from "./cli-runner.ts";

let cli: Cli;
beforeAll(() => {
  cli = new Cli();
});
afterAll(() => cli.close());

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

test("./svc runs on Node with the flags that the executable has inside", () => {
  const tell = "import { writeSync } from 'node:fs'; writeSync(2, process.execArgv.join(' '));";
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(tell)}`;
  const env = { PATH: process.env.PATH, NODE_OPTIONS };
  const { stderr } = spawnSync(join(root, "svc"), ["version"], { env, encoding: "utf8" });
  expect(stderr).toBe(NODE_FLAGS.join(" "));
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
