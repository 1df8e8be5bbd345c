import { createRegistry, fromJson, type JsonValue } from "@bufbuild/protobuf";
import { file_svc_admin_v1_admin_accounts } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { file_svc_admin_v1_analytics } from "@svc/proto/svc/admin/v1/analytics_pb";
import { file_svc_admin_v1_instance } from "@svc/proto/svc/admin/v1/instance_pb";
import { file_svc_admin_v1_project_spec } from "@svc/proto/svc/admin/v1/project_spec_pb";
import { file_svc_admin_v1_projects } from "@svc/proto/svc/admin/v1/projects_pb";
import { file_svc_admin_v1_signing_key } from "@svc/proto/svc/admin/v1/signing_key_pb";
import { file_svc_admin_v1_users } from "@svc/proto/svc/admin/v1/users_pb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CommandSpec, splitUsage } from "../src/cli/command.ts";
import { commands } from "../src/cli/commands.ts";
import { contextRows } from "../src/cli/remote/context-rows.ts";
import { instanceRows } from "../src/cli/remote/instance-rows.ts";
import { projectRows } from "../src/cli/remote/project-rows.ts";
import { statsRows } from "../src/cli/remote/stats-rows.ts";
import { tokenRows } from "../src/cli/remote/token-rows.ts";
import { userRows } from "../src/cli/remote/user-rows.ts";
import { TestRelay } from "../src/testing/smtp.ts";
import { adminEmail, RemoteBench } from "./remote-cli.ts";

const messages = createRegistry(
  file_svc_admin_v1_admin_accounts,
  file_svc_admin_v1_analytics,
  file_svc_admin_v1_instance,
  file_svc_admin_v1_project_spec,
  file_svc_admin_v1_projects,
  file_svc_admin_v1_signing_key,
  file_svc_admin_v1_users,
);

let cli: RemoteBench;
const succeeded = new Set<string>();

beforeAll(async () => {
  cli = await RemoteBench.open();
  await cli.logIn();
  await cli.text("project", "create", "Acme");
});
afterAll(() => cli.close());

function specOf(args: readonly string[]): CommandSpec {
  const line = args.join(" ");
  const spec = commands.find(({ usage }) => `${line} `.startsWith(`${splitUsage(usage).path.join(" ")} `));
  if (spec === undefined) throw new Error(`no command: ${line}`);
  return spec;
}

/** The outer keys of `{"contexts": [{"name", "url"}]}`. */
function keysOf(shape: string): string[] {
  return [...shape.replace(/\[.*\]/, "").matchAll(/"(\w+)"/g)].flatMap(([, key]) => key ?? []);
}

/** Runs the command with --json, and holds what it prints against the shape that the table promises. */
async function json(...args: string[]): Promise<Record<string, JsonValue>> {
  const answer = (await cli.json(...args)) as Record<string, JsonValue>;
  const spec = specOf(args);
  const { json: shape = "" } = spec;
  const message = messages.getMessage(`svc.admin.v1.${shape}`);
  if (message) fromJson(message, answer, { ignoreUnknownFields: false });
  else expect(Object.keys(answer)).toEqual(keysOf(shape));
  succeeded.add(spec.usage);
  return answer;
}

const acme = ["--project", "acme"];
const uuid = /^[0-9a-f-]{36}$/;

describe("instance", () => {
  test("get shows base URL, version and mail settings", async () => {
    const shown = await cli.text("instance", "get");
    expect(shown).toContain("base url\thttp://localhost:8080\n");
    expect(shown).toContain("smtp\tnone: mails are written to the server's console");
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
      message: "there is nothing to change",
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
    const kidOf = (shown: string) => /^active key\t(\S+)$/m.exec(shown)?.[1];
    const before = await cli.text("project", "keys", "show", "acme");
    expect(before).toContain("issuer\thttp://localhost:8080/p/acme\n");
    expect(await json("project", "keys", "show", "acme")).toMatchObject({ keys: { audience: "acme" } });

    const rotated = await cli.text("project", "keys", "rotate", "acme", "--grace-seconds", "3600");
    expect(rotated).toContain(`grace key\t${kidOf(before)} until `);
    expect(await json("project", "keys", "rotate", "acme")).toMatchObject({
      keys: { grace: [{ kid: kidOf(rotated) }, { kid: kidOf(before) }] },
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
});

describe("user", () => {
  test("create takes a password, from standard input too, or none", async () => {
    const create = (...args: string[]) => ["user", "create", ...args, ...acme];
    expect(await cli.text(...create("one@example.com", "--password", "long enough one"))).toMatch(uuid);
    const piped = await cli.run(create("two@example.com", "--password", "-"), { input: "long enough two\n" });
    expect(piped).toMatchObject({ code: 0, stderr: "created user two@example.com\n" });
    const { user } = await json(...create("three@example.com", "--verified", "--display-name", "Three"));
    expect(user).toMatchObject({ emailVerified: true, displayName: "Three", hasPassword: false });
  });

  test("create refuses what does not go together, what is weak and what exists", async () => {
    const create = (...args: string[]) => cli.failure(["user", "create", ...args, ...acme]);
    expect(await create("x@example.com", "--invite", "--password", "p")).toMatchObject({
      code: 2,
      message: "--password and --invite exclude each other",
    });
    expect(await create("x@example.com", "--password", "short")).toMatchObject({
      code: 2,
      message: "the password is shorter than 8 characters",
    });
    expect(await create("one@example.com")).toMatchObject({
      code: 6,
      hint: "svc user get one@example.com --project acme",
    });
    expect(await create("no-address")).toMatchObject({ code: 2, message: expect.stringMatching(/^email /) });
  });

  test("invite and create --invite send the mail", async () => {
    const invite = await cli.run(["user", "invite", "four@example.com", ...acme, "--display-name", "Four"]);
    expect(invite.stderr).toBe("created user four@example.com and sent the invitation\n");
    expect(await json("user", "invite", "five@example.com", ...acme)).toMatchObject({
      user: { email: "five@example.com", hasPassword: false },
    });
    const created = await cli.run(["user", "create", "six@example.com", "--invite", ...acme]);
    expect(created.stderr).toContain("and sent the invitation");
  });

  test("list prints a page, says when there is more, and takes the token", async () => {
    const list = ["user", "list", ...acme, "--page-size", "4"];
    const first = await cli.run(list);
    expect(
      first.stdout
        .trim()
        .split("\n")
        .map((line) => line.split("\t")[1]),
    ).toEqual(["six@example.com", "five@example.com", "four@example.com", "three@example.com"]);
    const [, next = ""] = /^there are more: svc (user list .*)\n$/.exec(first.stderr) ?? [];
    const second = await cli.run(next.split(" "));
    expect(second.stdout).toMatch(/^\S+\ttwo@example\.com\t\tunverified\t\S+\tnever\n.*\tone@example\.com\t/);
    expect(second.stderr).toBe("");

    const page = await json(...list, "--query", "example");
    expect(page).toMatchObject({ users: { length: 4 }, nextPageToken: expect.stringMatching(/./) });
    expect((await json("user", "list", ...acme, "--query", "THREE")).users).toMatchObject([
      { email: "three@example.com" },
    ]);
    expect(await cli.run(["user", "list", ...acme, "--query", "nobody"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "no users match\n",
    });
  });

  test("get, disable, enable, claims set, sessions revoke and delete take an id or an e-mail address", async () => {
    const { user } = await json("user", "get", "one@example.com", ...acme);
    const { id } = Object(user);
    expect(await cli.text("user", "get", id, ...acme)).toMatch(/^id\t\S+\nemail\tone@example\.com\n/);

    expect((await cli.run(["user", "disable", id, ...acme])).stderr).toMatch(/^disabled user /);
    expect(await cli.text("user", "get", id, ...acme)).toContain("state\tdisabled\n");
    expect(await json("user", "disable", "one@example.com", ...acme)).toMatchObject({
      user: { disabled: true },
    });
    expect((await cli.run(["user", "enable", "ONE@example.com", ...acme])).code).toBe(0);
    expect(await json("user", "enable", id, ...acme)).toMatchObject({ user: { disabled: false } });

    const claims = ["user", "claims", "set", "one@example.com"];
    expect(await cli.text(...claims, '{"role":"admin"}', ...acme)).toBe('{"role":"admin"}');
    expect(await json(...claims, "{}", ...acme)).toMatchObject({ user: { customClaims: {} } });
    for (const wrong of ["[]", "role", '"x"', "null"]) {
      expect((await cli.failure([...claims, wrong, ...acme])).code).toBe(2);
    }

    const revoke = ["user", "sessions", "revoke"];
    expect((await cli.run([...revoke, "one@example.com", ...acme, "--yes"])).stderr).toBe(
      "ended 0 sessions of one@example.com\n",
    );
    expect(await json(...revoke, id, ...acme, "--yes")).toEqual({ revokedSessions: 0 });

    expect((await cli.run(["user", "delete", "two@example.com", ...acme, "--yes"])).stderr).toBe(
      "deleted user two@example.com\n",
    );
    expect(await json("user", "delete", id, ...acme, "--yes")).toEqual({ userId: id, deleted: true });
    expect(await cli.failure(["user", "get", id, ...acme])).toMatchObject({ code: 3 });
  });
});

test.each([
  [
    ["user", "list", "--project", "nope"],
    'there is no project "nope"',
    "svc project list shows the projects",
  ],
  [
    ["stats", "get", "--project", "nope"],
    'there is no project "nope"',
    "svc project list shows the projects",
  ],
  [["project", "keys", "show", "nope"], 'there is no project "nope"', "svc project list shows the projects"],
  [
    ["user", "disable", "nobody@example.com", ...acme],
    'project acme has no user "nobody@example.com"',
    "svc user list --project acme shows the users",
  ],
  [
    ["user", "enable", "0199c0de-1234-7abc-8def-0123456789ab", ...acme],
    'project acme has no user "0199c0de-1234-7abc-8def-0123456789ab"',
    "svc user list --project acme shows the users",
  ],
])("svc %j is not found", async (args, message, hint) => {
  expect(await cli.failure(args)).toEqual({ code: 3, message, hint });
});

describe("token", () => {
  test("create prints it once, list does not, revoke ends it", async () => {
    const token = await cli.text("token", "create", "ci", "--expires-in-days", "90");
    expect(token).toMatch(/^svc_pat_\w+$/);
    const env = { SVC_URL: cli.url, SVC_TOKEN: token };
    expect((await cli.run(["token", "list"], { env })).code).toBe(0);

    const second = await json("token", "create", "forever");
    expect(second).toMatchObject({
      token: expect.stringMatching(/^svc_pat_/),
      personalAccessToken: { name: "forever" },
    });
    const listed = await cli.text("token", "list");
    expect(listed).toMatch(/^\S+\tforever\t\S+\tnever\tnever\n\S+\tci\t/);
    expect(listed).not.toContain(token);
    const { personalAccessTokens } = await json("token", "list");
    const [forever, ci] = personalAccessTokens as { id: string }[];

    expect(await json("token", "revoke", String(forever?.id), "--yes")).toEqual({
      id: forever?.id,
      revoked: true,
    });
    expect((await cli.run(["token", "revoke", String(ci?.id), "--yes"])).code).toBe(0);
    expect(await cli.failure(["token", "list"], env)).toMatchObject({
      code: 4,
      message: `${cli.url} does not accept the token: it is wrong, expired or revoked`,
    });
    expect(await cli.failure(["token", "revoke", String(ci?.id), "--yes"])).toMatchObject({
      code: 3,
      message: `you have no token "${ci?.id}"`,
    });
  });
});

describe("stats", () => {
  test("get shows totals and breakdowns of a range of days", async () => {
    const range = ["--from", "2026-01-01", "--to", "2026-01-31"];
    expect(await cli.text("stats", "get", ...acme, ...range)).toMatch(/^from\t2026-01-01\nto\t2026-01-31\n/);
    expect(await cli.text("stats", "get", ...acme)).toContain("\nsign-ins\t0\n");
    expect((await json("stats", "get", ...acme, ...range)).days).toHaveLength(31);
    expect((await cli.failure(["stats", "get", ...acme, "--from", "yesterday"])).code).toBe(2);
  });
});

describe("login and context", () => {
  test("keep several servers apart", async () => {
    const { stdout, stderr } = await cli.run(["login", cli.url, "--name", "second", "--json"], {
      input: cli.token,
    });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toMatchObject({ name: "second", url: cli.url, admin: { email: adminEmail } });
    succeeded.add("login <url>");
    const host = new URL(cli.url).host;
    expect(await cli.text("context", "list")).toBe(`${host}\t${cli.url}\tno\nsecond\t${cli.url}\tyes`);
    expect(await json("context", "use", host)).toEqual({ name: host, url: cli.url });
    expect((await json("context", "list")).contexts).toMatchObject([{ current: true }, { current: false }]);
    expect((await cli.run(["context", "use", "second"])).stderr).toContain(
      "second is the current context now",
    );
    expect(await json("context", "remove", "second")).toMatchObject({ removed: true });
    expect((await cli.failure(["project", "list"])).message).toBe("no context is the current one");
    expect((await cli.run(["project", "list", "--context", host])).code).toBe(0);
    expect((await cli.run(["project", "list"], { env: { SVC_CONTEXT: host } })).code).toBe(0);
    await cli.text("context", "use", host);
  });
});

const ownRows = [contextRows, instanceRows, projectRows, userRows, tokenRows, statsRows].flat();
const mine = ownRows.filter(({ usage }) => usage !== "project apply"); // has a file of its own

test("every command of these groups was run with --json", () => {
  expect(mine.map(({ usage }) => usage).filter((usage) => !succeeded.has(usage))).toEqual([]);
});

test("every command that talks to a server fails with one object on stderr and nothing on stdout", async () => {
  const nowhere = { SVC_URL: "http://127.0.0.1:1", SVC_TOKEN: cli.token };
  const talking = mine.filter(({ flags }) => flags.some(({ name }) => name === "context"));
  for (const { usage, flags } of talking) {
    const { path, args } = splitUsage(usage);
    const values = args.map((arg) => (arg === "<json>" ? "{}" : "some"));
    const given = flags.filter(({ name, isRequired }) => isRequired || ["yes", "name"].includes(name));
    const typed = given.flatMap(({ name, value }) => {
      if (value === undefined) return [`--${name}`];
      return [`--${name}`, "some"];
    });
    const { code, stdout, stderr } = await cli.run([...path, ...values, ...typed, "--json"], {
      env: nowhere,
    });
    expect({ usage, code, stdout }).toEqual({ usage, code: 7, stdout: "" });
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: "unavailable",
        reason: "UNREACHABLE",
        message: "nothing answers at http://127.0.0.1:1",
        hint: expect.any(String),
      },
    });
  }
});

test("a command that needs a confirmation fails without a terminal, before any call, and names --yes", async () => {
  const nowhere = { SVC_URL: "http://127.0.0.1:1", SVC_TOKEN: cli.token };
  const asking = mine.filter(({ flags }) => flags.some(({ name }) => name === "yes"));
  expect(asking).toHaveLength(7);
  for (const { usage, flags } of asking) {
    const { path, args } = splitUsage(usage);
    const extra = flags.flatMap(({ name }) =>
      name === "project" ? acme : name === "show-secret" ? ["--show-secret"] : [],
    );
    const failed = await cli.failure([...path, ...args.map(() => "some"), ...extra], nowhere);
    expect(failed).toEqual({
      code: 2,
      message: "this needs a confirmation, and there is no terminal to ask on",
      hint: "--yes does it without asking",
    });
  }
});
