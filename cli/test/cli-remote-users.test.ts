import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ShapeCheck } from "../../server/test/shape-check.ts";
import { sessionRows } from "../src/remote/session-rows.ts";
import { statsRows } from "../src/remote/stats-rows.ts";
import { tokenRows } from "../src/remote/token-rows.ts";
import { userRows } from "../src/remote/user-rows.ts";
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

const acme = ["--project", "acme"];
const uuid = /^[0-9a-f-]{36}$/;

describe("user", () => {
  test("create takes a password, from standard input too, or none", async () => {
    const create = (...args: string[]) => ["user", "create", ...args, ...acme];
    expect(await cli.text(...create("one@example.com", "--password", "long enough one"))).toMatch(uuid);
    const piped = await cli.run(create("two@example.com", "--password", "-"), { input: "long enough two\n" });
    expect(piped).toMatchObject({ code: 0, stderr: "created user two@example.com\n" });
    const profile = ["--display-name", "Three", "--locale", "pt-br"];
    const { user } = await json(...create("three@example.com", "--verified", ...profile));
    expect(user).toMatchObject({ locale: "pt-BR" });
    expect(user).toMatchObject({ emailVerified: true, displayName: "Three", hasPassword: false });
  });

  test("create refuses what does not go together, what is weak and what exists", async () => {
    const create = (...args: string[]) => cli.failure(["user", "create", ...args, ...acme]);
    expect(await create("x@example.com", "--invite", "--password", "p")).toMatchObject({
      code: 2,
      message: "--password cannot be combined with --invite",
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

  test("claims set refuses a number that could not be returned unchanged, and changes nothing", async () => {
    const claims = ["user", "claims", "set", "one@example.com"];
    expect(await cli.text(...claims, '{"n":9007199254740991}', ...acme)).toBe('{"n":9007199254740991}');
    for (const wrong of ['{"n":1e400}', '{"n":[-0]}', '{"n":9007199254740993}']) {
      expect((await cli.failure([...claims, wrong, ...acme])).code).toBe(2);
    }
    const { user } = await json("user", "get", "one@example.com", ...acme);
    expect(user).toMatchObject({ customClaims: { n: 9007199254740991 } });
  });

  test("get, set, disable, enable, claims set, sessions revoke and delete take an id or an email address", async () => {
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
    expect((await cli.run(["user", "keep", id, ...acme])).stderr).toMatch(/ is kept; /);
    expect(await json("user", "keep", "one@example.com", ...acme)).toMatchObject({ user: { id } });

    const claims = ["user", "claims", "set", "one@example.com"];
    expect(await cli.text(...claims, '{"role":"admin"}', ...acme)).toBe('{"role":"admin"}');
    expect(await json(...claims, "{}", ...acme)).toMatchObject({ user: { customClaims: {} } });
    for (const wrong of ["[]", "role", '"x"', "null"]) {
      expect((await cli.failure([...claims, wrong, ...acme])).code).toBe(2);
    }

    expect(await json("user", "set", id, "--display-name", "One", ...acme)).toMatchObject({
      user: { email: "one@example.com", displayName: "One" },
    });

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
    expect(listed).toMatch(/^\S+\tforever\t\w{4}\t\S+\tnever\tnever\tcli\t\n\S+\tci\t/);
    expect(listed).not.toContain(token);
    const { personalAccessTokens } = await json("token", "list");
    const [forever, ci] = personalAccessTokens as { id: string }[];
    expect(await cli.json("admin", "token", "list", "--email", adminEmail)).toEqual({ personalAccessTokens });

    expect(await json("token", "revoke", String(forever?.id), "--yes")).toEqual({
      id: forever?.id,
      revoked: true,
      tokens: 1,
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

  test("create gives the expiry of the token it is called with, and refuses a later one", async () => {
    const parent = await cli.text("token", "create", "parent", "--expires-in-days", "30");
    const env = { SVC_URL: cli.url, SVC_TOKEN: parent };
    const child = await cli.run(["token", "create", "child"], { env });
    expect(child).toMatchObject({ code: 0, stderr: expect.stringContaining("valid until 2") });
    for (const days of ["31", "0"]) {
      const failure = await cli.failure(["token", "create", "x", "--expires-in-days", days], env);
      expect(failure).toMatchObject({
        code: 2,
        message: expect.stringMatching(/^the token you use expires on \d{4}-\d\d-\d\d, and a token/),
        hint: "use --expires-in-days 29 or less, or leave it out",
      });
    }
    expect(await json("token", "create", "never", "--expires-in-days", "0")).not.toHaveProperty(
      "personalAccessToken.expiresAt",
    );
  });

  test("revoke --with-children ends the tokens that were created with it, a plain revoke does not", async () => {
    const made = await json("token", "create", "stolen");
    const env = { SVC_URL: cli.url, SVC_TOKEN: String(made.token) };
    const child = (await cli.run(["token", "create", "child of stolen"], { env })).stdout.trim();
    const childEnv = { SVC_URL: cli.url, SVC_TOKEN: child };
    const { id } = made.personalAccessToken as { id: string };
    const listed = await cli.text("token", "list");
    expect(listed).toMatch(/\tchild of stolen\t.*\tstolen\t\n/);
    expect(listed).not.toContain("(revoked)");

    await json("token", "revoke", id, "--yes");
    expect((await cli.run(["token", "list"], { env: childEnv })).code).toBe(0);
    expect(await cli.text("token", "list")).toContain(`${id} (revoked)`);
    const { stderr } = await cli.run(["token", "revoke", id, "--with-children", "--yes"]);
    expect(stderr).toBe("revoked 1 token\n");
    expect(await cli.failure(["token", "list"], childEnv)).toMatchObject({ code: 4 });
  });
});

describe("session", () => {
  test("list shows your sessions in the console, revoke ends one", async () => {
    const login = () =>
      fetch(`${cli.url}/svc.admin.v1.SessionService/Login`, {
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": "Firefox" },
        body: JSON.stringify({ email: adminEmail, password: "correct horse battery" }),
      });
    await login();
    await login();
    expect(await cli.text("session", "list")).toMatch(
      /^[0-9a-f-]{36}\t\S+\t\S+\t127\.0\.0\.1\tFirefox\n[0-9a-f-]{36}\t\S+\t\S+\t127\.0\.0\.1\tFirefox$/,
    );
    const { sessions } = await json("session", "list");
    const [one, other] = sessions as { id: string }[];
    expect(await json("session", "revoke", String(one?.id), "--yes")).toEqual({ id: one?.id, revoked: true });
    expect(await json("session", "list")).toMatchObject({ sessions: [{ id: other?.id }] });
    expect(await cli.failure(["session", "revoke", String(one?.id), "--yes"])).toEqual({
      code: 3,
      message: `you have no session "${one?.id}"`,
      hint: "svc session list shows the ids",
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

  test("rollup counts now, one project or all of them", async () => {
    await cli.text("stats", "rollup");
    const { countedUntil } = await json("stats", "rollup", ...acme);
    const { countedUntil: shown } = await json("stats", "get", ...acme);
    expect(Date.parse(String(shown))).toBeGreaterThanOrEqual(Date.parse(String(countedUntil)));
    expect(await cli.text("stats", "rollup", ...acme)).toMatch(/^days counted\t\d+\ncounted until\t20\S+Z$/);
    expect(await cli.failure(["stats", "rollup", "--project", ""])).toMatchObject({
      code: 2,
      message: "--project is empty",
    });
    expect(await cli.failure(["stats", "rollup", "--project", "nope"])).toMatchObject({ code: 3 });
  });
});

test("every command of these groups was run with --json", () => {
  const missing = shapes.missing([...userRows, ...tokenRows, ...sessionRows, ...statsRows]);
  expect(missing).toEqual(["user export <id|email>"]); // cli-user-export.test.ts runs it
});
