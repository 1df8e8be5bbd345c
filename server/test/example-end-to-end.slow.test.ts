import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Cli, main, node, root } from "../../cli/test/cli-runner.ts";
import { freePort } from "../src/testing/postgres.ts";

const script = join(root, "examples/end-to-end/with-server.sh");

let cli: Cli;
beforeEach(() => {
  cli = new Cli();
  for (const folder of ["bin", "tmp", "home"]) mkdirSync(cli.path(folder));
  writeFileSync(cli.path("bin/svc"), `#!/bin/sh\nexec '${node}' '${main}' "$@"\n`);
  chmodSync(cli.path("bin/svc"), 0o755);
});
afterEach(() => cli.close());

/** What an app does first: it becomes a guest. */
const APP = `
const { AUTH_URL, AUTH_KEY } = process.env;
const response = await fetch(AUTH_URL + "/svc.auth.v1.AuthService/SignInAnonymously", {
  method: "POST",
  headers: { "content-type": "application/json", "x-svc-key": AUTH_KEY },
  body: "{}",
});
console.log("guest " + response.status);
process.exit(3);
`;

test("the script runs a command beside a server of its own and leaves nothing", async () => {
  const port = await freePort();
  const env = {
    PATH: `${cli.path("bin")}:${process.env.PATH}`,
    HOME: cli.path("home"),
    TMPDIR: cli.path("tmp"),
    PORT: String(port),
  };
  writeFileSync(cli.path("app.mjs"), APP);
  const shell = spawn("sh", [script, node, "app.mjs"], { cwd: cli.cwd, env });
  const exited = new Promise((resolve) => shell.once("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(shell.stdout), text(shell.stderr), exited]);
  expect(stdout, stderr).toContain("guest 200");
  expect(code).toBe(3);
  expect(readdirSync(cli.path("tmp"))).toEqual([]);
  await expect(fetch(`http://localhost:${port}/healthz`)).rejects.toThrow("fetch failed");
});
