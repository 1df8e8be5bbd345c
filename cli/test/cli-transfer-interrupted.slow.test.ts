import { spawn } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProgress } from "../src/progress.ts";
import { main, node, type Running } from "./cli-runner.ts";
import { TransferServer } from "./transfer-server.ts";

const USERS = 10_000;

let server: TransferServer;
let file: string;
beforeAll(async () => {
  server = await TransferServer.open();
  file = server.cli.path("large.json");
  const users = Array.from({ length: USERS }, (_, n) => ({
    email: `u${n}@example.com`,
    display_name: `User ${n}`,
    identities: [{ provider: "google", subject: `g-${n}`, email: "" }],
  }));
  writeFileSync(file, JSON.stringify({ version: 1, users }));
});
afterAll(() => server.close());

const importing = (slug: string, ...more: string[]) => [
  ...["project", "import", slug, "-f", file, "--yes"],
  ...more,
];

function counted(slug: string): { users: number; identities: number } {
  const where = `where project_id = (select id from projects where slug = '${slug}')`;
  const [row] = server.query(
    `select (select count(*) from users ${where}) users, (select count(*) from identities ${where}) identities`,
  );
  return { users: Number(row?.users), identities: Number(row?.identities) };
}

/** Waits until some users are there, with more to come. */
async function midway(slug: string, running: Running): Promise<void> {
  while (counted(slug).users < 1_000) await sleep(5);
  expect(running.child.exitCode).toBe(null);
}

test("an interruption finishes the batch in flight, tells what was done and exits with 130", async () => {
  await server.addProject("sigint");
  const running = server.cli.start(importing("sigint"), server.env);
  await midway("sigint", running);
  running.child.kill("SIGINT");
  const { code, stdout, stderr } = await running.finished;
  expect(code).toBe(130);
  const { users, identities } = counted("sigint");
  expect(users).toBeLessThan(USERS);
  expect(identities).toBe(users);
  expect(stdout).toBe(`created\t${users}\nskipped\t0\nrefused\t0\n`);
  expect(stderr).toContain("finishing the current batch");
  expect(stderr).toContain(`svc: interrupted, ${USERS - users} users before the end\n`);

  const again = await server.json(...importing("sigint"));
  expect(again).toMatchObject({ created: USERS - users, skipped: users, refused: 0, complete: true });
  expect(counted("sigint")).toEqual({ users: USERS, identities: USERS });
});

test("kill -9 leaves whole users only, and the next run goes on", async () => {
  await server.addProject("sigkill");
  const running = server.cli.start(importing("sigkill"), server.env);
  await midway("sigkill", running);
  running.child.kill("SIGKILL");
  await running.finished;
  const { users, identities } = counted("sigkill"); // the server may still be at the batch in flight
  expect(users).toBeLessThan(USERS);
  expect(identities).toBe(users);
  const again = await server.json(...importing("sigkill"));
  expect(again).toMatchObject({ created: USERS - Number(again.skipped), refused: 0, complete: true });
  expect(Number(again.skipped)).toBeGreaterThanOrEqual(users);
  expect(Number(again.created)).toBeGreaterThan(0);
  expect(counted("sigkill")).toEqual({ users: USERS, identities: USERS });
});

test("a server that is away for a moment is waited for, and whoever gives up says what is done", async () => {
  await server.addProject("restart");
  const running = server.cli.start(importing("restart"), server.env);
  await midway("restart", running);
  const { host } = new URL(server.env.SVC_URL ?? "");
  server.running?.child.kill("SIGKILL");
  await running.says(/trying again in/);
  await server.start(host.replace("localhost", "127.0.0.1"));
  const { code, stdout } = await running.finished;
  expect(code).toBe(0);
  expect(stdout).toMatch(/^created\t\d+\nskipped\t\d+\nrefused\t0\n$/);
  expect(counted("restart")).toEqual({ users: USERS, identities: USERS });

  await server.addProject("away");
  const waiting = server.cli.start(importing("away"), server.env);
  await midway("away", waiting);
  server.running?.child.kill("SIGKILL");
  await waiting.says(/trying again in/);
  waiting.child.kill("SIGINT");
  const gaveUp = await waiting.finished;
  expect(gaveUp.code).toBe(130);
  expect(gaveUp.stdout).toMatch(/^created\t\d+\nskipped\t0\nrefused\t0\n$/);
  expect(gaveUp.stderr).toContain("hint: run it again to continue");
  await server.start(host.replace("localhost", "127.0.0.1"));
});

test("on a terminal it asks with the count and the project, and draws a bar that it removes", async () => {
  await server.addProject("Terminal");
  await server.cli.run(["login", server.env.SVC_URL ?? ""], { input: server.env.SVC_TOKEN ?? "" });
  const no = server.cli.onTerminal("project", "import", "terminal", "-f", file);
  await no.answer("Import 10000 users into project Terminal (terminal)? [y/N]", "n\n");
  expect(await no.finished).toMatchObject({ code: 2 });
  expect(counted("terminal").users).toBe(0);

  const yes = server.cli.onTerminal("project", "import", "terminal", "-f", file);
  await yes.answer("[y/N]", "y\n");
  const { code, shown } = await yes.finished;
  expect(code).toBe(0);
  expect(shown).toMatch(/\r\[#*-+\] imported \d+ of 10000 users, \d+\/s, \d+ s left/);
  expect(shown).toContain("\r\u001b[Kcreated  10000\n");
});

test("an export of many pages is whole; one that is interrupted leaves no file, and a reader may leave early", async () => {
  const out = server.cli.path("out.json");
  expect(await server.json("project", "export", "terminal", "-o", out)).toMatchObject({ users: USERS });
  expect(await server.json("project", "import", "terminal", "-f", out, "--yes")).toMatchObject({
    skipped: USERS,
  });

  const half = server.cli.path("half.json");
  const written = () => readdirSync(server.cli.cwd).filter((name) => name.startsWith("half.json"));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    const running = server.cli.start(["project", "export", "terminal", "-o", half], server.env);
    while (written().length === 0) await sleep(5);
    running.child.kill(signal);
    await running.finished;
    expect(running.child.signalCode).toBe(signal);
    expect(written()).toEqual([]);
  }

  const piped = spawn("sh", ["-c", `"$0" "$1" project export terminal | head -n 1`, node, main], {
    env: { PATH: process.env.PATH, ...server.env },
  });
  let shown = "";
  piped.stdout.on("data", (chunk) => {
    shown += chunk;
  });
  const startedAt = performance.now();
  await new Promise((resolve) => piped.once("close", resolve));
  expect(shown).toBe('{"version":1,"users":[\n');
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test("progress without a terminal is a line every few seconds, and nothing for what is quick", () => {
  let now = 0;
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text) };
  const progress = createProgress({ verb: "imported", unit: "users", total: 10_000, stream, now: () => now });
  for (now = 1_000; now <= 12_000; now += 1_000) progress.update(now / 10);
  progress.end();
  expect(written).toEqual([
    "imported 500 of 10000 users, 100/s, 2 min left\n",
    "imported 1000 of 10000 users, 100/s, 2 min left\n",
  ]);
});

test("progress on a narrow terminal never wraps", () => {
  const written: string[] = [];
  const stream = { isTTY: true, columns: 30, write: (text: string) => written.push(text) };
  const progress = createProgress({ verb: "exported", unit: "users", total: 9, stream, now: () => 5 });
  progress.update(3);
  progress.update(4);
  progress.end();
  expect(written).toEqual(["\rexported 3 of 9 users, 0/s\u001b[K", "\r\u001b[K"]);
});
