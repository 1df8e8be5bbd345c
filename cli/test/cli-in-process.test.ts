import { afterAll, beforeAll, expect, test } from "vitest";
import { engines } from "../../server/src/testing/engines.ts";
import { TestApp } from "../../server/src/testing/test-app.ts";
import { AppCli } from "./app-cli.ts";

let t: TestApp;
let cli: AppCli;
beforeAll(async () => {
  t = await TestApp.open(engines[0] ?? expect.fail());
  const { token } = await t.addAdmin();
  await t.addProject("Demo");
  cli = new AppCli(t, token);
});
afterAll(async () => {
  cli.close();
  await t.close();
});

test("a command changes nothing of the process that it runs in", async () => {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP", "uncaughtException", "exit"] as const;
  const state = () => ({
    code: process.exitCode,
    cwd: process.cwd(),
    env: { ...process.env },
    listeners: signals.map((name) => process.listenerCount(name)),
    streams: [process.stdin, process.stdout, process.stderr].map((stream) => stream.eventNames().length),
  });
  const before = state();
  await Promise.all([
    cli.run(["project", "export", "demo", "-o", "users.json"]),
    cli.run(["project", "import", "demo", "-f", "-", "--yes"], { input: '{"version":1,"users":[]}' }),
    cli.run(["backup"]),
    cli.run(["project", "list", "--nonsense"]),
  ]);
  expect(state()).toEqual(before);
});

test("on a terminal the tables have headings and colours", async () => {
  const { code, stdout } = await cli.run(["project", "list"], { isTerminal: true });
  expect(code).toBe(0);
  expect(stdout).toContain("\u001b[1mSLUG  NAME  ID");
});
