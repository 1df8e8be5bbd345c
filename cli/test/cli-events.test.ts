import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordEvent, systemActor } from "../../server/src/domain/analytics/record-event.ts";
import type { Project } from "../../server/src/domain/projects/project.ts";
import { engines } from "../../server/src/testing/engines.ts";
import { freePort } from "../../server/src/testing/postgres.ts";
import { TestApp } from "../../server/src/testing/test-app.ts";
import { ShapeCheck } from "../../server/test/shape-check.ts";
import { eventRows } from "../src/remote/event-rows.ts";
import { AppCli } from "./app-cli.ts";
import { adminEmail, RemoteCli } from "./remote-cli.ts";

let t: TestApp;
let project: Project;
let cli: AppCli;
const shapes = new ShapeCheck();
const json = (...args: string[]) => shapes.json(cli, ...args);

beforeAll(async () => {
  const [sqlite] = engines;
  if (!sqlite) throw new Error("no engine");
  t = await TestApp.open(sqlite, { rateLimits: "off" });
  cli = new AppCli(t, (await t.addAdmin()).token);
  ({ project } = await t.addProject("Demo"));
  t.advance(1000);
  await t.addUser(project, "ada@example.com", "correct horse battery");
  t.advance(1000);
  await t.auth(project).signIn({ email: "ada@example.com", password: "correct horse battery" });
  t.advance(1000);
  await t
    .auth(project)
    .signIn({ email: "ada@example.com", password: "wrong" })
    .catch(() => {});
});
afterAll(async () => {
  cli.close();
  await t.close();
});

const events = (...flags: string[]) => ["project", "events", "demo", ...flags];
const kindsOf = async (...args: string[]) =>
  (await cli.text(...args)).split("\n").flatMap((line) => line.split("\t")[1] ?? []);

test("project events shows what happened, newest first, with everything about it", async () => {
  const all = await kindsOf(...events());
  expect(all.slice(0, 3)).toEqual(["user.sign_in_failed", "user.signed_in", "user.signed_up"]);
  expect(all).toContain("admin.project_created");
  const { events: listed } = await json(...events("--kind", "user.signed_in"));
  const [{ id, userId } = { id: "", userId: "" }] = listed as { id: string; userId: string }[];
  expect(await cli.text(...events("--kind", "user.signed_in"))).toBe(
    [
      "2030-01-01T00:00:02Z\tuser.signed_in\tuser\tada@example.com\t127.0.0.1",
      `{"method":"password"}\t${id}\t${userId}\tconnect-es/2.2.0`,
    ].join("\t"),
  );
});

test("project events takes kinds, a user by address or id, and a range", async () => {
  expect(await kindsOf(...events("--kind", "user.signed_up, user.signed_in"))).toEqual([
    "user.signed_in",
    "user.signed_up",
  ]);
  const ofAda = await kindsOf(...events("--user", "ada@example.com"));
  expect(ofAda).toContain("user.signed_in");
  expect(ofAda).not.toContain("admin.project_created");
  const range = ["--from", "2030-01-01T00:00:02Z", "--to", "2030-01-01T01:00:03+01:00"];
  expect(await kindsOf(...events(...range))).toEqual(["user.signed_in"]);
  expect(await cli.run(events("--to", "2029-12-31"))).toEqual({ code: 0, stdout: "", stderr: "no events\n" });
});

test("project events names the command of the next page", async () => {
  const first = await cli.run(events("--kind", "user.*", "--page-size", "2"));
  expect(first.stdout.trim().split("\n")).toHaveLength(2);
  const [, next = ""] = /^there are more: svc (project events demo .*)\n$/.exec(first.stderr) ?? [];
  expect(await kindsOf(...next.replaceAll("'", "").split(" "))).toEqual(["user.signed_up"]);
});

test("project audit shows the acts of administrators only, instance audit those outside of projects", async () => {
  await cli.text("project", "theme", "set", "demo", "--product-name", "Demo Shop");
  await cli.text("instance", "admin", "invite", "grace@example.com");
  const { events: acts } = await json("project", "audit", "demo");
  expect(acts).toMatchObject([
    { kind: "admin.theme_updated", actor: "admin:root@example.com" },
    { actor: "system" },
  ]);
  expect(await kindsOf("project", "audit", "demo", "--kind", "admin.theme_updated")).toEqual([
    "admin.theme_updated",
  ]);
  const { events: outside } = await json("instance", "audit", "--page-size", "1");
  expect(outside).toMatchObject([{ kind: "admin.invited", data: { email: "grace@example.com" } }]);
});

test.each([
  [["project", "events", "demo", "--kind", "Sign In"], '--kind "Sign In" is not a kind of event'],
  [["project", "events", "demo", "--kind", "user.signed_in,"], '--kind "" is not a kind of event'],
  [["project", "events", "demo", "--from", "yesterday"], '--from "yesterday" is not a time'],
  [["project", "events", "demo", "--to", "2030-02-31"], '--to "2030-02-31" is not a time'],
  [["project", "events", "demo", "--follow", "--to", "2030-01-01"], "--follow and --to cannot be combined"],
  [
    ["project", "events", "demo", "--follow", "--page-size", "5"],
    "--follow and --page-size cannot be combined",
  ],
  [["project", "events", "demo", "--from", "0000-01-01"], '--from "0000-01-01" is not a time'],
  [["project", "events", "demo", "--user", " "], "--user is empty"],
  [["project", "events", ""], "the name of the project is empty"],
  [
    ["project", "audit", "demo", "--kind", "user.signed_in"],
    "user.signed_in is not an administrator event: those kinds begin with admin.",
  ],
])("svc %j is refused: %s", async (args, message) => {
  expect(await cli.failure(args)).toMatchObject({ code: 2, message });
});

test("a project or user that there is not is said at once, also with --follow", async () => {
  expect(await cli.failure(["project", "events", "nope", "--follow"])).toMatchObject({
    code: 3,
    message: 'there is no project "nope"',
  });
  expect(await cli.failure(events("--user", "nobody@example.com"))).toMatchObject({ code: 3 });
});

test("what an event holds cannot move the cursor or forge a line", async () => {
  await recordEvent(t.app, {
    kind: "mail.gave_up",
    projectId: project.id,
    by: { ...systemActor, actor: "user:\u001b[31mx\u202e\u009b2J" },
    data: { reason: "a\u001b]0;title\u0007\nb\u2028c" },
  });
  const { stdout } = await cli.run(events("--kind", "mail.gave_up"));
  expect(stdout.split("\n")).toHaveLength(2);
  expect(stdout.replace(/[\t\n]/g, "")).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
});

test("--follow prints what is new, oldest first and once, and ends at Ctrl-C with 130 and no word", async () => {
  const record = (name: string) =>
    recordEvent(t.app, {
      kind: "mail.suppressed",
      projectId: project.id,
      by: systemActor,
      data: { purpose: name },
    });
  await record("before");
  const running = cli.start(events("--follow", "--kind", "mail.suppressed"));
  await running.says(/following events/);
  await expect
    .poll(() => t.logLines.filter((line) => line.includes("ListRecentEvents")).length)
    .toBeGreaterThan(2);
  const names = () => [...running.said.matchAll(/\{"purpose":"(\w+)"\}/g)].map(([, name]) => name);
  t.advance(1000);
  await record("first");
  t.advance(1000);
  await record("second");
  await expect.poll(names).toEqual(["first", "second"]);
  // Stored late, by a process that was slow: behind one that is printed already.
  t.advance(-500);
  await record("late");
  await expect.poll(names).toEqual(["first", "second", "late"]);
  t.advance(1500);
  await record("third");
  await expect.poll(names).toEqual(["first", "second", "late", "third"]);

  running.child.kill("SIGINT");
  expect(await running.finished).toMatchObject({
    code: 130,
    stderr: "following events; press Ctrl-C to stop\n",
  });
});

test("--follow --json prints one object a line, from a time on, and ends when nobody reads", async () => {
  const running = cli.start(events("--follow", "--json", "--kind", "user.*", "--from", "2030-01-01"));
  await expect.poll(() => running.said.split("\n").length).toBe(4);
  const lines = running.said.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).kind)).toEqual([
    "user.signed_up",
    "user.signed_in",
    "user.sign_in_failed",
  ]);
  running.child.stdout.destroy();
  await t.auth(project).signIn({ email: "ada@example.com", password: "correct horse battery" });
  expect(await running.finished).toMatchObject({ code: 0, stderr: "" });
});

test("--follow goes on where it was when the server is back", async () => {
  const own = new RemoteCli();
  const port = await freePort();
  const config = `rate_limits = "off"\naddr = "127.0.0.1:${port}"\nbase_url = "http://127.0.0.1:${port}"\n`;
  writeFileSync(own.path("svc.toml"), config);
  const serve = async () => {
    const server = own.start(["serve"]);
    await server.says(/listening/);
    return server;
  };
  try {
    let server = await serve();
    await own.text("admin", "create", "--email", adminEmail, "--password", "correct horse battery");
    const env = {
      SVC_URL: `http://127.0.0.1:${port}`,
      SVC_TOKEN: await own.text("admin", "token", "create", "--email", adminEmail),
    };
    const change = (name: string) =>
      own.run(["project", "theme", "set", "acme", "--product-name", name], { env });
    await own.run(["project", "create", "Acme"], { env });
    const running = own.start(["project", "audit", "acme", "--follow"], env);
    await running.says(/following events/);
    await change("One");
    const updates = () => running.said.match(/admin\.theme_updated/g)?.length ?? 0;
    await expect.poll(updates).toBe(1);

    server.child.kill("SIGTERM");
    await server.finished;
    await running.says(/; trying again in/);
    server = await serve();
    await change("Two");
    await expect.poll(updates).toBe(2);
    running.child.kill("SIGINT");
    expect(await running.finished).toMatchObject({ code: 130 });
  } finally {
    own.close();
  }
});

test("every command of this file was run with --json", () => {
  expect(shapes.missing(eventRows)).toEqual([]);
});

test("an act of an administrator is one line with the person and what changed, and is found by who did it", async () => {
  await cli.text("user", "set", "ada@example.com", "--project", "demo", "--display-name", "Ada");
  const lines = (await cli.text(...events("--admin", "root@example.com", "--user", "ada@example.com"))).split(
    "\n",
  );
  expect(lines).toHaveLength(1);
  expect(lines[0]?.split("\t").slice(1, 6)).toEqual([
    "user.profile_changed",
    "admin:root@example.com",
    "ada@example.com",
    "127.0.0.1",
    'display_name: "" -> "Ada"',
  ]);
  expect(await kindsOf(...events("--ip", "127.0.0.1", "--kind", "user.profile_changed"))).toHaveLength(1);
  expect(await cli.run(events("--ip", "192.0.2.1"))).toMatchObject({ stderr: "no events\n" });
  expect(await kindsOf("instance", "audit", "--admin", "nobody@example.com")).toEqual([]);
});
