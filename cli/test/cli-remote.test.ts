import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TestRelay } from "../../server/src/testing/smtp.ts";
import { ShapeCheck } from "../../server/test/shape-check.ts";
import { contextRows } from "../src/remote/context-rows.ts";
import { instanceRows } from "../src/remote/instance-rows.ts";
import { projectRows } from "../src/remote/project-rows.ts";
import { adminEmail, RemoteBench } from "./remote-cli.ts";

let cli: RemoteBench;
const shapes = new ShapeCheck();
const json = (...args: string[]) => shapes.json(cli, ...args);

beforeAll(async () => {
  cli = await RemoteBench.open();
  await cli.logIn();
  await cli.text("project", "create", "Acme");
});
afterAll(() => cli.close());

describe("instance", () => {
  test("mail list has nothing to show where every mail has left", async () => {
    expect(await json("instance", "mail", "list")).toEqual({ mails: [], nextPageToken: "" });
    expect(await json("instance", "mail", "status")).toMatchObject({
      relay: { failing: false },
      projects: [],
    });
    expect(await json("instance", "mail", "retry")).toEqual({ mails: 0, left: [] });
  });

  test("get shows base URL, version and mail settings", async () => {
    const shown = await cli.text("instance", "get");
    expect(shown).toContain("base url\thttp://localhost:8080\n");
    expect(shown).toContain("smtp\tnone: emails are printed to the server's log");
    expect(await json("instance", "get")).toMatchObject({
      version: "0.1.0",
      database: "sqlite",
      smtp: { source: "SMTP_SOURCE_CONSOLE" },
    });
  });

  test("smtp set stores a relay, test uses it, clear drops it", async () => {
    const relay = await TestRelay.start();
    try {
      const set = [..."instance smtp set --host 127.0.0.1 --from".split(" "), "Svc <svc@example.com>"];
      const port = ["--port", String(relay.settings.port)];
      expect((await json(...set)).smtp).toMatchObject({ port: 587, hasPassword: false });
      expect(await cli.text(...set, ...port)).toContain("smtp from\tSvc <svc@example.com>");

      expect(await cli.text("instance", "smtp", "test", "--to", "you@example.com")).toMatch(/^answer\t250/);
      expect(await json("instance", "smtp", "test", "--to", "you@example.com")).toMatchObject({
        accepted: true,
      });
      expect(relay.mails.map(({ rcpt }) => rcpt)).toEqual([["you@example.com"], ["you@example.com"]]);

      relay.mood = { at: "rcpt", code: 550, text: "nobody here" };
      const failed = await cli.failure(["instance", "smtp", "test", "--to", "you@example.com"]);
      expect(failed).toMatchObject({ code: 6, message: expect.stringContaining("nobody here") });
    } finally {
      await relay.down();
    }
    expect(await cli.text("instance", "smtp", "clear", "--yes")).toMatch(/^smtp\tnone/);
    expect((await json("instance", "smtp", "clear", "--yes")).smtp).toMatchObject({ host: "" });
  });

  test("smtp set keeps the stored password while other fields change, and never sends it to another host", async () => {
    const set = (...more: string[]) => ["instance", "smtp", "set", "--from", "a@example.com", ...more];
    const first = ["--host", "h.example.com", "--username", "u"];
    await cli.run([...set(...first), "--password", "-"], { input: "s3cret\n" });
    const kept = { hasPassword: true, host: "h.example.com" };
    for (const [more, changed] of [
      [["--host", "h.example.com", "--port", "2525"], { port: 2525, username: "u" }],
      [["--host", "h.example.com", "--username", "v"], { port: 587, username: "v" }],
      [["--host", "h.example.com", "--password", ""], { username: "v" }],
    ] as const) {
      expect((await json(...set(...more))).smtp).toMatchObject({ ...kept, ...changed });
    }

    const elsewhere = set("--host", "other.example.com", "--username", "v");
    expect(await cli.failure(elsewhere)).toEqual({
      code: 2,
      message: "the stored password is for h.example.com and is not sent to another host",
      hint: "give the new one with --password -",
    });
    expect((await json("instance", "get")).smtp).toMatchObject({ ...kept, username: "v" });
    expect((await cli.run([...elsewhere, "--password", "-"], { input: "new\n" })).code).toBe(0);
    const without = await json(...set("--host", "third.example.com"));
    expect(without.smtp).toMatchObject({ hasPassword: false, username: "" });
    await cli.text("instance", "smtp", "clear", "--yes");
  });

  test("smtp set takes the password from standard input for -, and keeps the stored one without", async () => {
    const set = "instance smtp set --host h.example.com --from a@example.com --username u".split(" ");
    const { code, stdout } = await cli.run([...set, "--password", "-"], { input: "s3cret\n" });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("smtp password\tstored") });
    expect(stdout).not.toContain("s3cret");
    expect((await json(...set)).smtp).toMatchObject({ hasPassword: true });
    await cli.text("instance", "smtp", "clear", "--yes");
  });
});

describe("project", () => {
  test("dump needs no slug while there is one project", async () => {
    expect(await cli.text("project", "dump")).toContain("\nslug: acme\n");
  });

  test("create prints no secret key without --show-secret, and says how to get one", async () => {
    const { stdout, stderr } = await cli.run(["project", "create", "Hidden"]);
    expect(stdout).toMatch(/^slug\thidden\nname\tHidden\nid\t\S+\npublishable key\tpk_\w+\n$/);
    expect(stderr).toContain("svc project keys regenerate-secret hidden --show-secret");
    expect(JSON.stringify(await json("project", "create", "Hidden Two"))).not.toContain("sk_");
  });

  test("create --show-secret prints it, and --slug names the project", async () => {
    const args = ["project", "create", "Shown", "--show-secret", "--slug"];
    expect(await cli.text(...args, "shown-1")).toMatch(/^slug\tshown-1\n[\s\S]*\nsecret key\tsk_\w+$/);
    expect(await json(...args, "shown-2")).toMatchObject({
      project: { slug: "shown-2", name: "Shown" },
      secretKey: expect.stringMatching(/^sk_/),
    });
  });

  test("list and get show it", async () => {
    expect(await cli.text("project", "list")).toMatch(/^acme\tAcme\t[0-9a-f-]{36}\tpk_\w+\t\d{4}-/m);
    expect((await json("project", "list")).projects).toHaveLength(5);
    const shown = await cli.text("project", "get", "acme");
    expect(shown).toContain("slug\tacme\n");
    expect(shown).toContain("settings.password_policy.min_length\t8\n");
    expect(await json("project", "get", "acme")).toMatchObject({ project: { name: "Acme" } });
  });

  test("update changes the name, and has to have one", async () => {
    expect(await cli.text("project", "update", "hidden", "--name", "Hid")).toContain("name\tHid\n");
    expect(await json("project", "update", "hidden", "--name", "Hide")).toMatchObject({
      project: { name: "Hide" },
    });
    expect(await cli.failure(["project", "update", "hidden"])).toMatchObject({
      code: 2,
      message: "nothing to change",
    });
  });

  test("dump needs a slug as long as there are several", async () => {
    expect(await cli.text("project", "dump", "acme")).toMatch(/^#.*\n[\s\S]*\nslug: acme\n/);
    expect((await json("project", "dump", "acme")).specYaml).toContain("\nslug: acme\n");
    const failed = await cli.failure(["project", "dump"]);
    expect(failed).toMatchObject({ code: 2, message: expect.stringContaining("there are 5 projects: ") });
  });

  test("delete takes it away, by slug or id", async () => {
    const { stdout, stderr } = await cli.run(["project", "delete", "hidden", "--yes"]);
    expect({ stdout, stderr }).toEqual({ stdout: "", stderr: "deleted project hidden\n" });
    const { project } = await json("project", "get", "shown-1");
    const { id } = Object(project);
    expect(await json("project", "delete", id, "--yes")).toEqual({ project: id, deleted: true });
    expect((await cli.failure(["project", "get", "hidden"])).code).toBe(3);
  });

  test("keys show, rotate and reset-signing print the keys", async () => {
    const aKey = (kid?: string) => expect.objectContaining({ kid });
    const kidOf = (shown: string) => /^active key\t(\S+)$/m.exec(shown)?.[1];
    const before = await cli.text("project", "keys", "show", "acme");
    expect(before).toContain("issuer\thttp://localhost:8080/p/acme\n");
    expect(await json("project", "keys", "show", "acme")).toMatchObject({ keys: { audience: "acme" } });

    const rotated = await cli.text("project", "keys", "rotate", "acme", "--grace-seconds", "3600");
    expect(rotated).toContain(`grace key\t${kidOf(before)} until `);
    expect(await json("project", "keys", "rotate", "acme")).toMatchObject({
      keys: { grace: expect.arrayContaining([kidOf(rotated), kidOf(before)].map(aKey)) },
    });

    const reset = await cli.text("project", "keys", "reset-signing", "acme", "--yes");
    expect(reset).not.toContain("grace key");
    expect(await json("project", "keys", "reset-signing", "acme", "--yes")).toMatchObject({
      keys: { grace: [] },
      revokedSessions: 0,
    });
  });

  test("keys regenerate-secret prints the new key, and nothing happens without --show-secret", async () => {
    const args = ["project", "keys", "regenerate-secret", "acme", "--yes"];
    expect(await cli.failure(args, { SVC_URL: "http://127.0.0.1:1", SVC_TOKEN: cli.token })).toMatchObject({
      code: 2,
      message: "--show-secret is missing",
    });
    expect(await cli.text(...args, "--show-secret")).toMatch(/^sk_\w+$/);
    expect((await json(...args, "--show-secret")).secretKey).toMatch(/^sk_\w+$/);
  });

  test("keys regenerate-secret can keep the old key, which project get shows until end-old-secret", async () => {
    const args = ["project", "keys", "regenerate-secret", "acme", "--yes", "--show-secret"];
    const old = await cli.text(...args);
    const kept = await cli.run([...args, "--keep-old-seconds", "3600"]);
    const [, until] = /and the old one works until (\S+)\n$/.exec(kept.stderr) ?? [];
    expect(await cli.text("project", "get", "acme")).toContain(`sk_…${old.slice(-4)} works until ${until}`);
    await cli.run(["project", "keys", "end-old-secret", "acme", "--yes"]);
    expect(await cli.text("project", "get", "acme")).not.toContain("works until");
    expect(await json("project", "keys", "end-old-secret", "acme", "--yes")).toEqual({});
  });
});

describe("login and context", () => {
  test("keep several servers apart", async () => {
    const { stdout, stderr } = await cli.run(["login", cli.url, "--name", "second", "--json"], {
      input: cli.token,
    });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toMatchObject({ name: "second", url: cli.url, admin: { email: adminEmail } });
    const host = new URL(cli.url).host;
    expect(await cli.text("context", "list")).toBe(`${host}\t${cli.url}\tno\nsecond\t${cli.url}\tyes`);
    expect(await json("context", "use", host)).toEqual({ name: host, url: cli.url });
    expect((await json("context", "list")).contexts).toMatchObject([{ current: true }, { current: false }]);
    expect((await cli.run(["context", "use", "second"])).stderr).toContain(
      "second is the current context now",
    );
    expect(await json("context", "remove", "second")).toMatchObject({ removed: true });
    expect((await cli.failure(["project", "list"])).message).toBe("no current context");
    expect((await cli.run(["project", "list", "--context", host])).code).toBe(0);
    expect((await cli.run(["project", "list"], { env: { SVC_CONTEXT: host } })).code).toBe(0);
    await cli.text("context", "use", host);
  });
});

test("every command of these groups was run with --json", () => {
  const haveTheirOwnTests = [
    "login <url>",
    "project apply",
    "instance backup list",
    "instance backup now",
    "instance mail cancel <id...>",
  ];
  const rows = [...instanceRows, ...projectRows, ...contextRows];
  expect(shapes.missing(rows.filter(({ usage }) => !haveTheirOwnTests.includes(usage)))).toEqual([]);
});
